#include "decode/stored_colors.h"

#include "decode/icc_transform.h"

#include <algorithm>
#include <ctime>

namespace huedrift {
namespace {

/// a b / 255, rounded.
std::uint8_t multiply(unsigned a, unsigned b) {
    const unsigned product = a * b + 128;
    return static_cast<std::uint8_t>((product + (product >> 8)) >> 8);
}

/// Inverted CMYK without a profile: every ink multiplied by black.
void print_inks(std::span<Rgba8> pixels) {
    for (Rgba8& p : pixels) p = {multiply(p.r, p.a), multiply(p.g, p.a), multiply(p.b, p.a), 255};
}

void report(DecodeExchange& exchange, ProfileReport::State state, std::string_view name) {
    exchange.profile_state = state;
    name.copy(exchange.profile_name.data(), exchange.profile_name.size() - 1);
}

bool is_unspecified(const Cicp& cicp) { return cicp.primaries == 2 || cicp.transfer == 2; }

/// Converts the colours. Returns whether it changed them.
bool convert(const StoredColors& colors, DecodeExchange& exchange, std::span<Rgba8> pixels,
             std::span<Rgba16> deep, std::span<std::byte> profile_room) {
    using State = ProfileReport::State;
    const bool of_gamma = !colors.cicp && colors.profile.empty();
    if (of_gamma && say_srgb(colors.png)) {
        if (exchange.profile_use != ProfileUse::ignore) report(exchange, State::srgb, "");
        return false;
    }
    if (of_gamma && !has_gamma_chunks(colors.png)) return false;
    exchange.profile_of_gamma = of_gamma;
    const bool is_kept = exchange.profile_use == ProfileUse::keep;
    const bool grey = of_gamma && !is_kept && (deep.empty() ? is_grey<Rgba8>(pixels) : is_grey<Rgba16>(deep));
    IccTransform transform(colors, grey);
    const std::string& name = transform.name();
    if (exchange.profile_use == ProfileUse::ignore) {
        report(exchange, State::ignored, name);
        return false;
    }
    if (!transform.fault().empty()) {
        report(exchange, State::unusable, transform.fault());
        return false;
    }
    if (is_kept && transform.is_rgb()) {
        const std::vector<std::byte> profile = transform.profile(colors);
        if (profile.size() > profile_room.size()) {
            report(exchange, State::unusable, "it is too large");
            return false;
        }
        std::ranges::copy(profile, profile_room.begin());
        exchange.profile_bytes = profile.size();
        report(exchange, State::kept, name);
        return false;
    }
    if (transform.is_srgb()) {
        report(exchange, State::srgb, name);
        return false;
    }
    if (!(deep.empty() ? transform.apply(pixels) : transform.apply(deep))) {
        report(exchange, State::unusable, "it is for grey pictures");
        return false;
    }
    transform.apply(std::span(exchange.slots.values).first(exchange.slots.list().size()));
    report(exchange, State::converted, name);
    return true;
}

}

Rgba8 to_8_bits(const Rgba16& pixel) {
    const auto narrow = [](unsigned sample) {
        return static_cast<std::uint8_t>((sample * 255 + 32767) / 65535);
    };
    return {narrow(pixel.r), narrow(pixel.g), narrow(pixel.b), narrow(pixel.a)};
}

void settle_colors(StoredColors& colors, DecodeExchange& exchange, std::span<Rgba8> pixels,
                   std::span<std::byte> profile_room) {
    if (colors.cicp && is_unspecified(*colors.cicp)) colors.cicp.reset();
    const std::span deep(colors.deep.get(), colors.deep ? pixels.size() : 0);
    const bool converted = convert(colors, exchange, pixels, deep, profile_room);
    using State = ProfileReport::State;
    const State state = exchange.profile_state;
    if (exchange.profile_use == ProfileUse::keep && (state == State::kept || state == State::srgb))
        exchange.png_colors = colors.png;
    if (colors.inks && !converted) print_inks(pixels);
    std::ranges::transform(deep, pixels.begin(), to_8_bits);
}

void prepare_colors() {
    // LCMS dates the profiles that it makes, for which the C library reads the time zone once.
    const std::time_t now = 0;
    std::tm date{};
    ::gmtime_r(&now, &date);
}

}
