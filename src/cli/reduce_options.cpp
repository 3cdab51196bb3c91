#include "cli/reduce_plan.h"

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/options.h"
#include "image/picture_formats.h"
#include "palette/palette_file.h"
#include "pipeline/color_lists.h"
#include "pipeline/enumerators.h"

namespace huedrift {
namespace {

/// Adds an option that may be repeated, each time with a list of colours.
void add_colors(Arguments& arguments, const std::string& option, std::vector<Rgb>& colors,
                const std::string& description) {
    const auto take = [&colors](const std::string& word) {
        const auto list = colors_in(word);
        if (list) colors.insert(colors.end(), list->begin(), list->end());
        return list && !list->empty();
    };
    arguments.repeated(option, take, description).text("HEX[,HEX...]").group(output_group);
}

bool take_look(ReduceRequest& request, const std::string& word) {
    request.look = enumerator_named<Look>(word);
    return request.look.has_value();
}

/// Hidden options that say what to use in place of the search for a radius.
void refuse_removed(Arguments& arguments) {
    for (const char* const option : {"--by-radius", "--exactly"}) {
        const auto refuse = [option] {
            throw Error(ErrorKind::usage,
                        std::string(option) +
                            " was removed: --colors N alone joins colours until N remain, at any radius");
        };
        arguments.flag(option, refuse, "").group("");
    }
}

/// Adds the options for parts.
void add_parts(Arguments& arguments, PartFiles& parts) {
    const auto option = [&](const char* name, std::filesystem::path& value, const char* text,
                            const char* description) {
        arguments.add(name, value, description).text(text).group(output_group);
    };
    const auto flag = [&](const char* name, bool& value, const char* description) {
        arguments.flag(name, value, description).group(output_group);
    };
    option("--masks", parts.masks, "DIR",
           "Also write a 1-bit PNG for each colour, white at its pixels, named by rank and colour");
    option("--layers", parts.layers, "FILE",
           "Also write an OpenRaster file (.ora) with a layer for each colour, for GIMP, Krita and MyPaint");
    option("--svg", parts.svg, "FILE",
           "Also write the picture as an SVG with one path for each colour, along the edges of pixels");
    flag("--svg-stack", parts.svg_options.stacked,
         "With --svg: extend each colour below those after it in the palette, so that no gaps open if "
         "cutters and printers are slightly off");
    flag("--svg-numbers", parts.svg_options.numbered,
         "With --svg: write the rank of the colour into each area that has room for it, for painting by "
         "numbers");
    option("--legend", parts.legend, "FILE",
           "Also write an SVG that lists rank, code, share and area of each colour");
    option("--areas", parts.areas, "FILE",
           "Also write the pixels, share, regions and bounding box of each colour as comma-separated values");
    add_colors(arguments, "--part", parts.colors,
               "Write only these colours to masks, layers, vectors, legend and areas; may be repeated (all)");
}

/// Adds the options for one palette of many pictures.
void add_sharing(Arguments& arguments, ReduceRequest& request) {
    const Argument counts =
        arguments
            .add("--counts", request.counts,
                 "Find one palette from the colour table that `count` made of all inputs, "
                 "with the same indices "
                 "in all results")
            .text("TABLE")
            .group(reduction_group);
    arguments
        .flag("--together", request.together,
              "Find one palette for all inputs, as if they were one picture, with the same indices in all "
              "results")
        .group(reduction_group)
        .excludes(counts);
}

void add_output(Arguments& arguments, ReduceRequest& request) {
    const auto option = [&](const char* name, auto& value, const std::string& text,
                            const std::string& description) {
        return arguments.add(name, value, description).text(text).group(output_group);
    };
    const auto flag = [&](const char* name, bool& value, const char* description) {
        return arguments.flag(name, value, description).group(output_group);
    };
    const Argument one = option("-o,--output", request.output, "OUT",
                                "Write the result to OUT, in the format of its extension (" +
                                    image_extensions() + "); - writes a PNG to standard output");
    option("--output-dir", request.output_dir, "DIR",
           "Write the results into this folder, named after the inputs")
        .excludes(one);
    option("--format", request.format, "FORMAT",
           "Write this format, whatever the name of the result (" + image_extensions() + ")");
    const Argument indexed = flag(
        "--indexed", request.write.indexed,
        "Write an indexed PNG, BMP or TGA, or fail above 256 entries (a PNG is indexed only where that is "
        "smaller, BMP and TGA never)");
    flag("--truecolor", request.write.truecolor, "Write a PNG without a palette, even if that is larger")
        .excludes(indexed);
    flag("--smallest", request.write.smallest,
         "Make a PNG as small as possible, which takes tens of times as long");
    flag("--keep-smaller", request.write.keep_smaller,
         "If the result has the source's format and is not smaller, write the complete source file instead");
    arguments
        .add("--quality", request.quality,
             "Quality of a JPEG, 1 to 100; above 90 colours keep their full resolution (95)")
        .text("Q")
        .range(1, 100)
        .group(output_group);
    option("--palette", request.write.palette, "FILE",
           "Also write the colours of the result, in the format of the extension (" +
               palette_extension_list() + ")");
    add_parts(arguments, request.write.parts);
    flag("--settings", request.write.settings,
         "Store these settings in a PNG file; the window offers them when it opens the file");
    flag("--keep-metadata", request.write.keep_metadata,
         "Keep Exif data and XMP of the source, with date, place and camera, in PNG, JPEG and WebP files, "
         "but no thumbnail");
    flag("--keep-times", request.write.keep_times,
         "Give the results the times of their sources, when these were last changed and read");
    flag("--resume", request.resume, "Skip inputs whose result exists, is complete and is newer");
    flag("--force", request.force, "Replace existing files");
    flag("--json", request.json, "Report on standard output as JSON");
    flag("--quiet", request.quiet, "Report only errors");
}

}

void add_reduce_options(Arguments& arguments, ReduceRequest& request) {
    arguments
        .add("IN", request.inputs,
             formats_read("or") + " files; - is standard input, and clipboard: is the clipboard")
        .required()
        .text(" ");
    arguments
        .choice(
            "--look", all_names<Look>(),
            [&request](const std::string& word) { return take_look(request, word); },
            std::string(look_help) + " (the look that suits the picture, or none with -r or --to)")
        .group(reduction_group);
    add_settings(arguments, request.given,
                 {"radius", "colors", "max-error", "error", "join-by", "settle", "snap", "levels",
                  "soft-edges", "weighting", "transfer", "merge", "assign", "refine", "max-iterations",
                  "min-share", "pin"});
    add_setting(arguments, "importance", request.importance);
    add_setting(arguments, "to", request.to);
    add_settings(arguments, request.given, {"reserve", "directly", "strict", "range", "join", "recolor"});
    add_sharing(arguments, request);
    add_settings(arguments, request.given,
                 {"profile", "alpha", "smooth", "defringe", "min-region", "pixel-grid", "scale", "tiles",
                  "palettes", "shared-color", "dither", "strength"});
    add_setting(arguments, "dither-mask", request.dither_mask);
    add_allow_large(arguments, request.limits);
    add_output(arguments, request);
    add_settings(arguments, request.given,
                 {"order", "arrange", "transparent-index", "hidden", "bits", "pad"});
    add_setting(arguments, "output-palette", request.written_as);
    refuse_removed(arguments);
    add_jobs(arguments, request.jobs);
    add_engine(arguments, request.engine);
    add_devices(arguments, request.devices);
    add_resources(arguments, request.engine);
}

}
