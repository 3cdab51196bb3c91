#include "cli/reduce_options.h"

#include "cli/options.h"
#include "image/picture_formats.h"
#include "palette/palette_file.h"
#include "pipeline/color_lists.h"

namespace huedrift {
namespace {

void add_label_steps(Arguments& arguments, LabelSteps& steps) {
    arguments
        .add("--defringe", steps.defringe,
             "Give pixels of grey or blurred rims up to W wide, 1 to " + std::to_string(max_defringe) +
                 ", to the areas that they lie between (off)")
        .range(0, max_defringe)
        .text("W")
        .group(reduction_group);
    arguments
        .add("--min-region", steps.min_region,
             "Let connected areas of fewer than A pixels join the neighbour with the longest common border "
             "(off)")
        .text("A")
        .group(reduction_group);
    add_names(arguments, "--dither", steps.dither,
              "Mix the colours of the palette by diffusion (Floyd-Steinberg) or by an ordered pattern (off)");
    arguments.add("--strength", steps.strength, "Of dithering, 0 to 1 (1)").text("S").group(reduction_group);
}

/// Which index a colour has in the files.
void add_indices(Arguments& arguments, Recipe& recipe) {
    add_names(arguments, "--order", recipe.order,
              "Indices of the colours in palettes and indexed pictures, pins first; given is that of --to "
              "(palettes: pixels)")
        .group(output_group);
    add_lists(arguments, "--arrange", recipe.arrange, colors_in,
              "What these source colours became comes before the other colours, in this order; may be "
              "repeated")
        .text("HEX[,HEX...]")
        .group(output_group);
    arguments
        .add("--transparent-index", recipe.transparent_index,
             "Index of transparent pixels in palettes and indexed pictures; colours from there on move up")
        .text("I")
        .range(0, 255)
        .group(output_group);
}

/// What is done to the palette besides merging.
void add_steps(Arguments& arguments, ReduceRequest& request) {
    Recipe& recipe = request.recipe;
    add_min_share(arguments, recipe.min_share);
    add_pins(arguments, recipe.pins);
    arguments
        .flag("--exactly", request.exactly,
              "Exactly as many as --colors: join the nearest colours of the smallest palette with more")
        .group(reduction_group);
    arguments
        .add("--join-to", recipe.join_to,
             "Join the nearest colours of the palette until N are left, whatever the radius")
        .text("N")
        .range(1, rgb_codes)
        .group(reduction_group);
    arguments
        .add("--to", request.to,
             "Each colour of the result becomes the nearest of a palette: a file (gpl, hex, json, pal, act, "
             "aco, "
             "ase, css, or a picture of few colours) or colours as rrggbb,rrggbb")
        .text("PALETTE")
        .group(reduction_group);
    arguments
        .flag("--directly", recipe.directly,
              "With --to: map each colour of the picture instead, without a mean shift")
        .group(reduction_group);
    add_lists(arguments, "--join", recipe.joins, edits_in,
              "What the source colour A became joins what B became; may be repeated")
        .text("A=B");
    add_lists(arguments, "--recolor", recipe.recolors, edits_in,
              "What the source colour A became becomes B; may be repeated")
        .text("A=B");
}

/// What the result is taken apart into.
void add_parts(Arguments& arguments, PartFiles& parts) {
    const auto option = [&](const char* name, std::filesystem::path& value, const char* text,
                            const char* description) {
        arguments.add(name, value, description).text(text).group(output_group);
    };
    const auto flag = [&](const char* name, bool& value, const char* description) {
        arguments.flag(name, value, description).group(output_group);
    };
    option("--masks", parts.masks, "DIR",
           "Write a PNG of 1 bit for each colour, too, white where it is, named by rank and colour");
    option("--layers", parts.layers, "FILE",
           "Write an OpenRaster file (.ora), too: a layer for each colour, for GIMP, Krita and MyPaint");
    option("--svg", parts.svg, "FILE",
           "Write the picture as an SVG, too: one path for each colour, along the edges of pixels");
    flag("--svg-stack", parts.svg_options.stacked,
         "With --svg: each colour, in the order of the palette, goes on below those after it, so that no "
         "gaps open where cutters and printers are off by a little");
    flag("--svg-numbers", parts.svg_options.numbered,
         "With --svg: the rank of its colour in each area that has room for it, to paint by numbers");
    option("--legend", parts.legend, "FILE",
           "Write the colours with rank, code, share and area, too, as a picture (.png) or .svg");
    option("--areas", parts.areas, "FILE",
           "Write the pixels, share, regions and box of each colour, too, as comma-separated values");
    option(
        "--spots", parts.spots, "DIR",
        "Write a grey PNG for each colour, too, black where its ink goes, and a contact sheet of them all");
    const auto colors = [&](const char* name, std::vector<Rgb>& list, const char* description) {
        add_lists(arguments, name, list, colors_in, description).text("HEX[,HEX...]").group(output_group);
    };
    colors("--spot", parts.spot_colors,
           "With --spots: only of these colours of the result; may be repeated (all)");
    flag("--registration-marks", parts.registration_marks,
         "With --spots: a margin with marks to align the prints by");
    colors("--part", parts.colors,
           "Masks, layers, vectors, legend, areas and separations have only these colours; may be "
           "repeated (all)");
}

/// One palette for many pictures.
void add_sharing(Arguments& arguments, ReduceRequest& request) {
    const Argument counts =
        arguments
            .add("--counts", request.counts,
                 "Find the palette for the colours of a table that `count` made, which has those of all "
                 "inputs, with the same indices in all results")
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
        arguments.flag(name, value, description).group(output_group);
    };
    const Argument one = option("-o,--output", request.output, "OUT",
                                "The result; its extension (" + image_extensions() +
                                    ") is its format; - is standard output, as PNG");
    option("--output-dir", request.output_dir, "DIR", "Folder for the results, named after the inputs")
        .excludes(one);
    option("--format", request.format, "FORMAT",
           "Format of the result whatever its name (" + image_extensions() + ")");
    flag("--indexed", request.write.indexed, "Write an indexed PNG; refused above 256 entries");
    flag("--smallest", request.write.smallest,
         "Make a PNG as small as possible, in tens of times the time; indexed where that is smaller");
    arguments
        .add("--quality", request.quality, "Of a JPEG, 1 to 100; above 90 colour keeps full resolution (95)")
        .text("Q")
        .range(1, 100)
        .group(output_group);
    option("--palette", request.write.palette, "FILE",
           "Write the colours of the result, too; its extension (" + palette_extensions() +
               ") is its format");
    add_parts(arguments, request.write.parts);
    flag("--settings", request.write.settings,
         "Store these settings in a PNG file; the window offers them when it opens it");
    flag("--keep-metadata", request.write.keep_metadata,
         "Keep Exif data and XMP of the source, with date, place and camera, in PNG, JPEG and WebP files, "
         "but no thumbnail");
    flag("--resume", request.resume, "Leave out inputs whose result is there, whole and newer");
    flag("--force", request.force, "Replace files that are there");
    flag("--json", request.json, "Report on standard output as JSON");
    flag("--quiet", request.quiet, "Report only errors");
}

}

void add_reduce_options(Arguments& arguments, ReduceRequest& request) {
    arguments
        .add("IN", request.inputs,
             formats_read("or") + " files; - is standard input, clipboard: what was copied")
        .required()
        .text(" ");
    const Argument radius = add_radius(arguments, request.recipe.radius);
    arguments
        .add("--colors,--colours", request.recipe.colors,
             "Find the radius that leaves the most colours, at most N, and report it")
        .text("N")
        .range(1, rgb_codes)
        .group(reduction_group)
        .excludes(radius);
    add_weighting(arguments, request.recipe.weighting);
    add_transfer(arguments, request.recipe.transfer);
    add_merging(arguments, request.recipe.merge, request.recipe.assign);
    add_refine(arguments, request.recipe.refine);
    add_max_iterations(arguments, request.recipe.max_iterations);
    add_steps(arguments, request);
    add_sharing(arguments, request);
    add_profile(arguments, request.recipe.profile);
    add_alpha(arguments, request.recipe.alpha);
    add_smooth(arguments, request.recipe.smooth);
    add_label_steps(arguments, request.recipe.labels);
    add_allow_large(arguments, request.limits);
    add_output(arguments, request);
    add_indices(arguments, request.recipe);
    add_jobs(arguments, request.jobs);
    add_engine(arguments, request.engine);
    add_devices(arguments, request.devices);
    add_resources(arguments, request.engine);
}

}
