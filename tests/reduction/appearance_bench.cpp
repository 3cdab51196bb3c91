// appearance_bench SOURCE RESULT...: prints what the eye makes of each result, a line each: the mean
// distances in Oklab from the source, as they are and after both were blurred by Gaussians of one and two
// pixels in linear light (what the eye mixes), and the share of neighbouring pixels that differ. For dithered
// pictures.
#include "color/oklab.h"
#include "color/transfer.h"
#include "image/load.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace {

using namespace huedrift;

using Light = std::array<float, 3>;

struct Lights {
    int width, height;
    std::vector<Light> pixels;

    Light& at(int x, int y) {
        return pixels[std::size_t(std::clamp(y, 0, height - 1)) * std::size_t(width) +
                      std::size_t(std::clamp(x, 0, width - 1))];
    }
};

Lights lights_of(const Image& image) {
    const std::array<double, 256> linear = decode_table(Transfer::srgb);
    Lights lights{image.width(), image.height(), {}};
    for (const Rgba8& p : image.pixels())
        lights.pixels.push_back({float(linear[p.r]), float(linear[p.g]), float(linear[p.b])});
    return lights;
}

/// Blurs along x if `across`, else along y.
Lights blurred_along(Lights& from, double sigma, bool across) {
    const int reach = int(std::ceil(3 * sigma));
    std::vector<float> weights;
    double sum = 0;
    for (int i = -reach; i <= reach; ++i) sum += std::exp(-i * i / (2 * sigma * sigma));
    for (int i = -reach; i <= reach; ++i)
        weights.push_back(float(std::exp(-i * i / (2 * sigma * sigma)) / sum));
    Lights to = from;
    for (int y = 0; y < from.height; ++y)
        for (int x = 0; x < from.width; ++x) {
            Light mixed{};
            for (int i = -reach; i <= reach; ++i) {
                const Light& light = across ? from.at(x + i, y) : from.at(x, y + i);
                for (std::size_t k = 0; k < 3; ++k) mixed[k] += weights[std::size_t(i + reach)] * light[k];
            }
            to.at(x, y) = mixed;
        }
    return to;
}

Lights blurred(Lights lights, double sigma) {
    Lights once = blurred_along(lights, sigma, true);
    return blurred_along(once, sigma, false);
}

double mean_distance(const Lights& x, const Lights& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.pixels.size(); ++i) {
        const auto lab = [](const Light& light) { return oklab_from_linear({light[0], light[1], light[2]}); };
        const Oklab p = lab(x.pixels[i]), q = lab(y.pixels[i]);
        sum += std::hypot(p.l - q.l, p.a - q.a, p.b - q.b);
    }
    return sum / double(x.pixels.size());
}

double luminance(const Lights& lights) {
    double sum = 0;
    for (const auto& [r, g, b] : lights.pixels) sum += 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return sum;
}

double share_of_edges(const Image& image) {
    const auto pixels = image.pixels();
    const auto width = std::size_t(image.width());
    std::size_t differ = 0, pairs = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        if ((i + 1) % width != 0) ++pairs, differ += pixels[i] != pixels[i + 1];
        if (i + width < pixels.size()) ++pairs, differ += pixels[i] != pixels[i + width];
    }
    return pairs == 0 ? 0 : double(differ) / double(pairs);
}

}

int main(int count, char** words) {
    if (count < 3) return 2;
    const Image source = load_image_file(std::filesystem::path(words[1])).image;
    const Lights light = lights_of(source), near = blurred(light, 1), far = blurred(light, 2);
    for (int i = 2; i < count; ++i) {
        const Image result = load_image_file(std::filesystem::path(words[i])).image;
        if (result.width() != source.width() || result.height() != source.height()) return 1;
        const Lights shown = lights_of(result);
        std::printf("%.6f %.6f %.6f %.6f %.6f\n", mean_distance(light, shown),
                    mean_distance(near, blurred(shown, 1)), mean_distance(far, blurred(shown, 2)),
                    share_of_edges(result), luminance(shown) / luminance(light));
    }
    return 0;
}
