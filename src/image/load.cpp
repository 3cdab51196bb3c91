#include "image/load.h"

#include "base/child_process.h"
#include "base/input_file.h"
#include "base/location.h"
#include "base/shared_memory.h"
#include "image/decode_exchange.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <csignal>
#include <optional>
#include <string>
#include <sys/resource.h>

namespace huedrift {
namespace {

void check_size(const Source& source, const PictureSize& picture, const LoadLimits& limits) {
    const std::string size =
        std::to_string(picture.width) + " x " + std::to_string(picture.height) + " pixels are too many: ";
    if (picture.width == 0 || picture.height == 0) throw source.damaged("it has no pixels");
    if (picture.width > limits.max_side || picture.height > limits.max_side)
        throw source.refused(size + "a side may have at most " + std::to_string(limits.max_side));
    if (picture.width * picture.height > limits.max_pixels)
        throw source.refused(size + "a picture may have at most " + std::to_string(limits.max_pixels));
}

void check_frames(const Source& source, const PictureSize& picture, const LoadLimits& limits) {
    const std::string frames = std::to_string(picture.frames);
    if (picture.frames > limits.max_frames)
        throw source.refused(frames + " frames are too many: an animation may have at most " +
                             std::to_string(limits.max_frames));
    const std::uint64_t pixels =
        std::max(picture.frame_pixels, picture.frames * picture.width * picture.height);
    if (pixels > limits.max_pixels)
        throw source.refused(frames + " frames with " + std::to_string(pixels) +
                             " pixels in total are too many: an animation may have at most " +
                             std::to_string(limits.max_pixels) + " pixels");
}

using State = DecodeExchange::State;

/// The child's text without control characters: a compromised child could write anything.
std::string sentence_of(std::span<const char> letters) {
    std::string sentence;
    for (const char letter : letters) {
        if (letter == '\0') break;
        sentence += ' ' <= letter && letter <= '~' ? letter : '?';
    }
    return sentence;
}

/// A sentence about the treatment of the colour profile, or empty.
std::string note_on_profile(const ProfileReport& profile, bool cmyk) {
    using Treatment = ProfileReport::State;
    const std::string what = profile.of_gamma ? "the picture's colour space" : "the embedded colour profile",
                      named = profile.name.empty() ? what : what + ", " + profile.name,
                      subject = profile.name.empty() ? what : named + ",";
    if (cmyk && profile.state != Treatment::converted) {
        const bool fails = profile.state == Treatment::unusable;
        return "CMYK colours were converted to RGB without a colour profile" +
               (fails ? ": " + profile.name : std::string());
    }
    switch (profile.state) {
    case Treatment::none:
    case Treatment::srgb:
        break;
    case Treatment::converted:
        return "colours were converted to sRGB from " + named;
    case Treatment::kept:
        return subject + " is kept: colours are in its space, not in sRGB";
    case Treatment::ignored:
        return subject + " was ignored";
    case Treatment::unusable:
        return what + " was ignored: " + profile.name;
    }
    return "";
}

std::vector<std::string> notes_on(const PictureFacts& facts, const ProfileReport& profile, bool all_frames) {
    std::vector<std::string> notes;
    if (facts.sixteen_bits) notes.emplace_back("16-bit channels were reduced to 8 bits");
    if (std::string note = note_on_profile(profile, facts.cmyk != 0); !note.empty())
        notes.push_back(std::move(note));
    if (facts.long_settings) notes.emplace_back("stored settings of more than a mebibyte were not read");
    if (facts.more_pages) notes.emplace_back("only the first page was read");
    if (facts.animated && !all_frames) notes.emplace_back("only the first frame of the animation was read");
    return notes;
}

/// The child's report on the profile, if it makes sense.
ProfileReport profile_of(const DecodeExchange& answer) {
    if (answer.profile_state > ProfileReport::State::unusable) return {};
    return {answer.profile_state, sentence_of(answer.profile_name), answer.profile_of_gamma != 0};
}

ColorTag colors_of(const DecodeMemory& memory, const ProfileReport& profile) {
    using Treatment = ProfileReport::State;
    ColorTag colors{.srgb = profile.state == Treatment::converted || profile.state == Treatment::srgb,
                    .profile_of_gamma = profile.of_gamma && profile.state == Treatment::kept};
    if (memory.exchange.profile_use != ProfileUse::keep) return colors;
    colors.chunks = memory.exchange.png_colors;
    if (profile.state != Treatment::kept) return colors;
    const auto kept = std::span(memory.profile)
                          .first(std::min<std::size_t>(memory.profile.size(), memory.exchange.profile_bytes));
    colors.profile.assign(kept.begin(), kept.end());
    return colors;
}

std::string note_on_metadata(const DecodeExchange& answer) {
    const auto sentence = [](MetadataState state, const std::string& what) {
        if (state == MetadataState::damaged) return "damaged " + what + " cannot be kept";
        if (state == MetadataState::too_large) return what + " of more than a mebibyte cannot be kept";
        return std::string();
    };
    const std::string exif = sentence(answer.exif_state, "Exif data"),
                      xmp = sentence(answer.xmp_state, "XMP");
    return exif + (exif.empty() || xmp.empty() ? "" : ", ") + xmp;
}

Metadata metadata_of(const DecodeMemory& memory) {
    const std::span room = memory.metadata;
    const auto exif = room.first(std::min<std::size_t>(memory.exchange.exif_kept, room.size())),
               rest = room.subspan(exif.size()),
               xmp = rest.first(std::min<std::size_t>(memory.exchange.xmp_kept, rest.size()));
    return {{exif.begin(), exif.end()}, {xmp.begin(), xmp.end()}, note_on_metadata(memory.exchange)};
}

Animation animation_of(const DecodeMemory& memory, std::size_t frames) {
    if (frames == 0) return {};
    const auto delays = std::span(memory.delays).first(std::min(frames, memory.delays.size()));
    Animation animation{{delays.begin(), delays.end()}, memory.exchange.plays};
    animation.delays.resize(frames); // a limit may allow more than the memory tells of
    for (Delay& delay : animation.delays) delay.denominator = std::max<std::uint16_t>(delay.denominator, 1);
    return animation;
}

/// Reads a number that the child may be writing.
template <class Number>
Number now(Number& shared) {
    return std::atomic_ref(shared).load();
}

/// A decoder program at work on a file. The first function waits for the facts and checks them.
class Decoding {
public:
    Decoding(const SealedBytes& file, const Source& source, const DecodeOrder& order)
        : source_(source), order_(order), file_bytes_(file.bytes().size()) {
        if (file_bytes_ > std::min<std::size_t>(order.limits.max_file_bytes, INT_MAX))
            throw source.refused("the file is too large"); // stb_image counts bytes in an int
        memory().build = HUEDRIFT_EXCHANGE;
        const std::string_view format = source.format();
        format.copy(exchange().format.data(), exchange().format.size() - 1);
        exchange().profile_use = order.profile;
        child_.emplace(order.program, file.file(), shared_, order.limits.decoders);
        if (!order.limits.hurries) child_->lower_priority();
    }

    void inspect() {
        await([&] { return exchange().inspected.wait(milliseconds(2)) || child_->wait(milliseconds(0)); },
              time_to_decode());
        if (now(exchange().state) != State::inspected) throw failure();
        PictureSize& told = exchange();
        size_ = {now(told.width), now(told.height), now(told.frames), now(told.frame_pixels)};
        size_.frames = checked_frames(source_, size_, order_.limits);
    }
    const PictureSize& size() const { return size_; }
    LoadedImage decode() {
        accept();
        put_in_place();
        await([&] { return child_->wait(milliseconds(20)); }, time_to_decode());
        if (exchange().state != State::decoded) throw failure();
        return picture();
    }

private:
    using milliseconds = std::chrono::milliseconds;

    DecodeMemory& memory() const { return reinterpret_cast<DecodeMemory&>(*mapping_.bytes().data()); }
    DecodeExchange& exchange() const { return memory().exchange; }
    std::size_t pixels() const { return size_.width * size_.height * std::max<std::size_t>(1, size_.frames); }

    void await(const auto& done, std::chrono::seconds longest) {
        using Clock = std::chrono::steady_clock;
        const auto deadline = Clock::now() + longest;
        while (!done()) {
            if (order_.progress) order_.progress->throw_if_cancelled();
            if (Clock::now() <= deadline) continue;
            end_copies();
            throw source_.damaged("it takes too long to decode");
        }
    }
    /// Four times the child's processor time, as it may have to share the processor.
    std::chrono::seconds time_to_decode() const { return std::chrono::seconds(4 * allowance().seconds); }
    Allowance allowance() const {
        // Frames may be larger than the picture, which makes decoding slower.
        Allowance allowance = Allowance::to_decode(file_bytes_, pixels());
        if (size_.frames > 0) allowance.seconds = Allowance::to_decode(0, size_.frame_pixels).seconds;
        return allowance;
    }

    void accept() {
        const std::size_t bytes = DecodeMemory::bytes_with(pixels());
        enlarge(shared_, bytes);
        mapping_.grow(bytes);
        child_->limit(RLIMIT_AS, allowance().memory_bytes);
        child_->limit(RLIMIT_CPU, allowance().seconds);
        exchange().accepted_frames = std::max<std::uint64_t>(1, size_.frames);
        exchange().accepted.report();
    }
    /// Puts memory in place for the child while it begins. Limited to the size that a photo unpacks to, so
    /// that a file that promises more than it holds takes no memory for it.
    void put_in_place() const {
        constexpr std::size_t usual = 16;
        const auto target = mapping_.bytes().subspan(DecodeMemory::pixels_at);
        LargePages(target).reach(target.first(std::min(target.size(), usual * file_bytes_)));
    }

    /// Why no picture came back. The child ends once it has said so, and then the memory no longer changes.
    Error failure() {
        constexpr std::chrono::seconds time_to_end(5);
        await([&] { return child_->wait(milliseconds(20)); }, time_to_end);
        if (memory().build != HUEDRIFT_EXCHANGE)
            return {ErrorKind::failed,
                    "this program was updated while it runs; start it again to read pictures"};
        const std::string reason = sentence_of(exchange().reason);
        if (exchange().state == State::refused) return source_.refused(reason);
        end_copies();
        if (exchange().state == State::not_begun)
            return {ErrorKind::failed, order_.program.filename().string() + " cannot decode" +
                                           (reason.empty() ? "" : ": " + reason)};
        return source_.damaged(child_->fatal_signal() == SIGXCPU ? "it takes too long to decode"
                                                                 : "its decoder crashed");
    }

    /// Copies have the same addresses, which a file may have learnt that made one of them misbehave.
    void end_copies() const {
        if (order_.limits.decoders) order_.limits.decoders->end();
    }

    LoadedImage picture() {
        const DecodeExchange& answer = exchange();
        const std::uint64_t width = answer.upright_width, height = answer.upright_height;
        if (std::minmax(width, height) != std::minmax(size_.width, size_.height)) {
            end_copies();
            throw source_.damaged("it gives two different sizes");
        }
        const auto settings = memory().settings.list();
        const auto slots = answer.slots.list();
        LoadedImage loaded;
        loaded.animation = animation_of(memory(), size_.frames);
        loaded.profile = profile_of(answer);
        loaded.notes = notes_on(answer, loaded.profile, size_.frames > 0);
        loaded.colors = colors_of(memory(), loaded.profile);
        loaded.metadata = metadata_of(memory());
        loaded.resolution = usable_resolution(answer.pixels_per_metre_x, answer.pixels_per_metre_y);
        loaded.slots = {slots.begin(), slots.end()};
        loaded.animated = answer.animated != 0;
        loaded.settings = {settings.begin(), settings.end()};
        const std::span target(reinterpret_cast<Rgba8*>(&memory()) + DecodeMemory::pixels_at / 4, pixels());
        loaded.image = {static_cast<int>(width), static_cast<int>(target.size() / width), target,
                        std::make_shared<Mapping>(std::move(mapping_))};
        return loaded;
    }

    const Source& source_;
    const DecodeOrder& order_;
    const std::size_t file_bytes_;
    PictureSize size_{};
    FileDescriptor shared_ = make_shared_memory(DecodeMemory::pixels_at);
    Mapping mapping_{shared_.get(), DecodeMemory::pixels_at, Mapping::Access::write};
    std::optional<ChildProcess> child_{};
};

}

std::uint64_t checked_frames(const Source& source, const PictureSize& size, const LoadLimits& limits) {
    check_size(source, size, limits);
    if (limits.max_frames == 1 || size.frames < 2) return 0;
    check_frames(source, size, limits);
    return size.frames;
}

LoadedImage decode_apart(const SealedBytes& file, const Source& source, const DecodeOrder& order) {
    Decoding decoding(file, source, order);
    decoding.inspect();
    return decoding.decode();
}

LoadedImage load_image(std::span<const std::byte> bytes, const std::string& name, const LoadLimits& limits,
                       const Progress* progress, ProfileUse use) {
    return load_image(SealedBytes(bytes), name, limits, progress, use);
}

LoadedImage load_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits,
                       const Progress* progress, ProfileUse use) {
    const PictureFormat& format = readable_format(bytes.bytes(), name);
    const Source source(bytes.bytes(), name, std::string(format.name));
    LoadedImage loaded =
        decode_apart(bytes, source, {private_program(format.decoder), limits, use, progress});
    if (format.hides_metadata)
        loaded.metadata.note = "Exif data and XMP of " + std::string(format.name) + " files are not read";
    const bool is_apng = format.written == ImageFormat::png && loaded.animated;
    loaded.format = is_apng ? ImageFormat::apng : format.written;
    return loaded;
}

LoadedImage load_image_file(const Location& from, const LoadLimits& limits, const Progress* progress,
                            ProfileUse use) {
    auto file = std::make_shared<const SealedBytes>(read_sealed_input(from, limits.max_file_bytes));
    LoadedImage loaded = load_image(*file, from.name(), limits, progress, use);
    if (limits.keeps_file) loaded.file = std::move(file);
    return loaded;
}

PictureSize inspect_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits) {
    const PictureFormat& format = readable_format(bytes.bytes(), name);
    const Source source(bytes.bytes(), name, std::string(format.name));
    const DecodeOrder order{private_program(format.decoder), limits};
    Decoding decoding(bytes, source, order);
    decoding.inspect();
    return decoding.size();
}

std::unique_ptr<ProgramCopies> start_decoders() {
    try {
        return std::make_unique<ProgramCopies>(private_program(written_format(ImageFormat::png).decoder));
    } catch (const Error&) {
        return nullptr; // the files say so
    }
}

bool is_picture_name(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return !extension.empty() && std::ranges::any_of(picture_formats(), [&](const PictureFormat& format) {
        return format.decoder && std::ranges::find(format.extensions, extension) != format.extensions.end();
    });
}

}
