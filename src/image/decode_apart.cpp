#include "image/decode_apart.h"

#include "base/child_process.h"
#include "base/large_pages.h"
#include "base/shared_memory.h"
#include "image/decode_exchange.h"

#include <algorithm>
#include <csignal>

namespace huedrift {
namespace {

using State = DecodeExchange::State;

std::uint64_t frames_in(const FileFacts& facts) {
    return std::max<std::uint64_t>(1, facts.animation.frames());
}

DecodeExchange order_for(const Source& source, const FileFacts& facts, ProfileUse profile) {
    DecodeExchange order{};
    order.width = facts.width;
    order.height = facts.height;
    order.frames = frames_in(facts);
    if (!facts.exif.empty()) {
        order.exif_at = static_cast<std::uint64_t>(facts.exif.data() - source.bytes().data());
        order.exif_bytes = facts.exif.size();
    }
    if (!facts.xmp.empty()) {
        order.xmp_at = static_cast<std::uint64_t>(facts.xmp.data() - source.bytes().data());
        order.xmp_bytes = facts.xmp.size();
    }
    order.orientation = static_cast<std::uint64_t>(facts.orientation);
    // A megapixel takes about 0.02 s, and a hundred times that in the worst JPEG files.
    order.seconds = 20 + (order.frames > 1 ? facts.frame_pixels : facts.width * facts.height) / 500'000;
    order.profile_use = profile;
    order.metadata_room = max_exif_bytes + max_xmp_bytes;
    order.profile_room = profile == ProfileUse::keep ? max_profile_bytes : 0;
    return order;
}

/// Waits for the child at most four times its processor time, as it may have to share the processor.
void await(ChildProcess& child, const Source& source, std::uint64_t seconds, const Progress* progress) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::seconds(4 * seconds);
    while (!child.wait(std::chrono::milliseconds(20))) {
        if (progress) progress->throw_if_cancelled();
        if (Clock::now() > deadline) throw source.damaged("it takes too long to decode");
    }
}

/// Puts memory in place for the child while it starts. Limited to what a photo unpacks to, so that a file
/// that promises more than it holds takes no memory for it.
void put_in_place(std::span<std::byte> memory, std::size_t file_bytes) {
    constexpr std::size_t usual = 16;
    LargePages(memory).reach(memory.first(std::min(memory.size(), usual * file_bytes)));
}

/// The child's text without control characters: a compromised child could write anything.
std::string sentence_of(std::span<const char> letters) {
    std::string sentence;
    for (const char letter : letters) {
        if (letter == '\0') break;
        sentence += ' ' <= letter && letter <= '~' ? letter : '?';
    }
    return sentence;
}
std::string reason_of(const DecodeExchange& answer) { return sentence_of(answer.reason); }

Error not_begun(const DecodeExchange& answer, const std::filesystem::path& program) {
    const std::string reason = reason_of(answer);
    return {ErrorKind::failed,
            program.filename().string() + " cannot decode" + (reason.empty() ? "" : ": " + reason)};
}

/// The child's report on the profile, if it makes sense.
ProfileReport profile_of(const DecodeExchange& answer) {
    if (answer.profile_state > ProfileReport::State::unusable) return {};
    return {answer.profile_state, sentence_of(answer.profile_name)};
}

std::string note_on(const DecodeExchange& answer) {
    const auto sentence = [](MetadataState state, const std::string& what) {
        if (state == MetadataState::damaged) return "damaged " + what + " cannot be kept";
        if (state == MetadataState::too_large) return what + " of more than a mebibyte cannot be kept";
        return std::string();
    };
    const std::string exif = sentence(answer.exif_state, "Exif data"),
                      xmp = sentence(answer.xmp_state, "XMP");
    return exif + (exif.empty() || xmp.empty() ? "" : ", ") + xmp;
}

Metadata metadata_of(std::span<const std::byte> room, const DecodeExchange& answer) {
    const std::size_t exif_bytes = std::min<std::size_t>(answer.exif_kept, room.size());
    const auto exif = room.first(exif_bytes), rest = room.subspan(exif_bytes),
               xmp = rest.first(std::min<std::size_t>(answer.xmp_kept, rest.size()));
    return {{exif.begin(), exif.end()}, {xmp.begin(), xmp.end()}, note_on(answer)};
}

DecodedImage picture_of(Mapping memory, const DecodeExchange& answer, const Source& source,
                        const FileFacts& facts, ProfileUse use) {
    const std::uint64_t width = answer.upright_width, frame_height = answer.upright_height;
    if (std::minmax(width, frame_height) != std::minmax(facts.width, facts.height))
        throw source.damaged("it gives two different sizes");
    const std::uint64_t height = frame_height * frames_in(facts);
    const auto owner = std::make_shared<Mapping>(std::move(memory));
    const auto bytes = owner->bytes().subspan(DecodeExchange::pixels_at);
    const std::span pixels(reinterpret_cast<Rgba8*>(bytes.data()), width * height);
    DecodedImage decoded{.image = {static_cast<int>(width), static_cast<int>(height), pixels, owner},
                         .profile = profile_of(answer)};
    // The number that the parent requested, not the one in memory now, which the child could have changed.
    const std::size_t after_pixels =
        (facts.width * facts.height * frames_in(facts) + DecodeExchange::spare_pixels) * sizeof(Rgba8);
    decoded.metadata = metadata_of(bytes.subspan(after_pixels, max_exif_bytes + max_xmp_bytes), answer);
    if (use == ProfileUse::keep && decoded.profile.state == ProfileReport::State::kept) {
        const auto room = owner->bytes().last(max_profile_bytes);
        const auto profile = room.first(std::min<std::size_t>(room.size(), answer.profile_bytes));
        decoded.kept_profile.assign(profile.begin(), profile.end());
    }
    return decoded;
}

}

DecodedImage decode_apart(const FileDescriptor& sealed, const Source& source, const FileFacts& facts,
                          ProfileUse profile, const Progress* progress, const std::filesystem::path& program,
                          bool hurries) {
    const DecodeExchange order = order_for(source, facts, profile);
    const std::size_t pixels = order.width * order.height * order.frames + DecodeExchange::spare_pixels;
    const std::size_t bytes =
        DecodeExchange::pixels_at + pixels * sizeof(Rgba8) + order.metadata_room + order.profile_room;
    const FileDescriptor shared = make_shared_memory(bytes);
    Mapping memory(shared.get(), bytes, Mapping::Access::write);
    auto& exchange = *new (memory.bytes().data()) DecodeExchange(order);

    ChildProcess child(program, sealed, shared);
    if (!hurries) child.lower_priority();
    put_in_place(memory.bytes().first(bytes - order.metadata_room - order.profile_room),
                 source.bytes().size());
    await(child, source, order.seconds, progress);

    // The child has ended, so the memory no longer changes.
    switch (exchange.state) {
    case State::decoded:
        return picture_of(std::move(memory), exchange, source, facts, profile);
    case State::damaged:
        throw source.damaged(reason_of(exchange));
    case State::undecodable:
        throw source.undecodable(reason_of(exchange));
    case State::not_begun:
        throw not_begun(exchange, program);
    case State::begun:
        break;
    }
    if (child.fatal_signal() == SIGXCPU) throw source.damaged("it takes too long to decode");
    throw source.damaged("its decoder crashed");
}

}
