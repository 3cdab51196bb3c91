#include "cli/reduce.h"

#include "cli/options.h"
#include "image/picture_formats.h"
#include "palette/palette_file.h"
#include "pipeline/enumerators.h"

namespace huedrift {
namespace {

/// Adds an option that may be repeated, each time with a list of colours.
void add_colors(Arguments& arguments, const std::string& option, std::vector<Rgb>& colors,
                const std::string& description) {
    const auto take = [&colors](const std::string& word) {
        const auto list = value_in<std::vector<Rgb>>(word);
        if (list) colors.insert(colors.end(), list->begin(), list->end());
        return list && !list->empty();
    };
    arguments.repeated(option + " HEX[,HEX...]", take, description, output_group);
}

void add_parts(Arguments& arguments, PartFiles& parts) {
    arguments.add("--masks DIR", parts.masks,
                  "Also write a 1-bit PNG for each colour, white at its pixels, named by number and colour",
                  output_group);
    arguments.add(
        "--layers FILE", parts.layers,
        "Also write an OpenRaster file (.ora) with a layer for each colour, for GIMP, Krita and MyPaint",
        output_group);
    arguments.add("--svg FILE", parts.svg,
                  "Also write the picture as an SVG with one path for each colour, along the edges of pixels",
                  output_group);
    arguments.flag("--svg-stack", parts.svg_options.stacked,
                   "With --svg: extend each colour below those after it in the palette, so that no gaps open "
                   "if cutters and printers are slightly off",
                   output_group);
    arguments.flag("--svg-numbers", parts.svg_options.numbered,
                   "With --svg: write the number of the colour into each area that has room for it, for "
                   "painting by numbers",
                   output_group);
    arguments.add("--legend FILE", parts.legend,
                  "Also write an SVG that lists number, code, share and area of each colour", output_group);
    arguments.add(
        "--areas FILE", parts.areas,
        "Also write the pixels, share, regions and bounding box of each colour as comma-separated values",
        output_group);
    add_colors(arguments, "--part", parts.colors,
               "Write only these colours to masks, layers, vectors, legend and areas; may be repeated (all)");
}

/// Adds the options for one palette of many pictures.
void add_sharing(Arguments& arguments, ReduceRequest& request) {
    const Argument counts =
        arguments.add("--counts TABLE", request.counts,
                      "Find one palette from the colour table that `count` made of all inputs, with the same "
                      "indices in all results",
                      reduction_group);
    arguments
        .flag("--together", request.together,
              "Find one palette for all inputs, as if they were one picture, with the same indices in all "
              "results",
              reduction_group)
        .excludes(counts);
}

void add_output(Arguments& arguments, ReduceRequest& request) {
    const auto flag = [&](const char* name, bool& value, const char* help) {
        return arguments.flag(name, value, help, output_group);
    };
    const Argument one = arguments.add("-o,--output OUT", request.output,
                                       "Write the result to OUT, in the format of its extension (" +
                                           image_extensions() + "); - writes a PNG to standard output",
                                       output_group);
    arguments
        .add("--output-dir DIR", request.output_dir,
             "Write the results into this folder, named after the inputs", output_group)
        .excludes(one);
    arguments.add("--format FORMAT", request.format,
                  "Write this format, whatever the name of the result (" + image_extensions() + ")",
                  output_group);
    const Argument indexed = flag("--indexed", request.write.indexed,
                                  "Write an indexed PNG, BMP or TGA, where soft alpha joins its colours, or "
                                  "fail above 256 entries (a PNG is indexed only where that is "
                                  "smaller, and of greys alone it has samples of grey; BMP and TGA never)");
    flag("--truecolor", request.write.truecolor, "Write a PNG of red, green and blue, even if that is larger")
        .excludes(indexed);
    flag("--smallest", request.write.smallest,
         "Make a PNG as small as possible, which takes tens of times as long");
    flag("--keep-smaller", request.write.keep_smaller,
         "If the result has the source's format and is not smaller, write the complete source file instead");
    arguments
        .add("--quality Q", request.quality,
             "Quality of a JPEG, 1 to 100; above 90 colours keep their full resolution (95)", output_group)
        .range(1, 100);
    arguments.add("--palette FILE", request.write.palette,
                  "Also write the colours of the result, in the format of the extension (" +
                      palette_extension_list() + ")",
                  output_group);
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
    arguments.add("IN", request.inputs,
                  formats_read("or") + " files; - is standard input, and clipboard: is the clipboard");
    arguments.choice(
        "--look", all_names<Look>(),
        [&request](const std::string& word) {
            request.look = enumerator_named<Look>(word);
            return request.look.has_value();
        },
        std::string(look_help) +
            " (pixel-art if the picture has its grid, else photo, or flat for areas; none with -r or --to)",
        reduction_group);
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
                  "palettes", "shared-color", "dither", "diffusion", "matrix", "strength"});
    add_setting(arguments, "dither-mask", request.dither_mask);
    add_allow_large(arguments, request.limits);
    add_output(arguments, request);
    add_settings(arguments, request.given,
                 {"order", "arrange", "transparent-index", "hidden", "bits", "pad"});
    add_setting(arguments, "output-palette", request.written_as);
    add_jobs(arguments, request.jobs);
    add_engine(arguments, request.engine);
    add_devices(arguments, request.devices);
    add_resources(arguments, request.engine);
}

}
