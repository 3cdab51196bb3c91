/**
 * @file huedrift.h
 * Reduces the palette of images: the algorithm of huedrift and huedrift-cli as a library, with the same
 * bytes.
 *
 * The library reads and writes no file, starts no process, prints nothing and never ends the program; with
 * "engine" vulkan, the driver of the device may do so. Every function that can fail says so by its result,
 * and by a huedrift_failure if it gets one. There is no global state: any number of threads may call the
 * library, each with objects of its own. One object belongs to one thread at a time, with these exceptions:
 * any number may pass one object as const, and any may call huedrift_job_share() and huedrift_job_cancel(). A
 * call uses all cores unless the setting "threads" says otherwise. It may come from a loop of oneTBB: no
 * other work of that loop begins inside the call.
 *
 * oneTBB, which spreads the work over the cores, keeps about 9 kB for each thread that has ever called
 * (Debian 12's oneTBB 2021.8), so call from threads that live on rather than from a new one each time.
 *
 * C99 and C++. The ABI is stable within version 1: functions and constants may be added, but none is changed
 * or removed. Structs that the caller makes keep their size: new members take room that is `reserved`.
 * Enumerations have 32 bits.
 */
#ifndef HUEDRIFT_H
#define HUEDRIFT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header; huedrift_version() is that of the library in use. 1.2.3 is 10203. */
#define HUEDRIFT_VERSION_MAJOR 1
#define HUEDRIFT_VERSION_MINOR 0
#define HUEDRIFT_VERSION_PATCH 0
#define HUEDRIFT_VERSION_NUMBER                                                                              \
    (10000 * HUEDRIFT_VERSION_MAJOR + 100 * HUEDRIFT_VERSION_MINOR + HUEDRIFT_VERSION_PATCH)

/** Why a call failed. New codes may be added. They are not the exit codes of huedrift-cli. */
typedef enum huedrift_code {
    HUEDRIFT_OK = 0,
    HUEDRIFT_FAILED = 1, /**< a failure that the caller could not foresee */
    HUEDRIFT_USAGE = 2,  /**< an argument or a setting is wrong, or two settings exclude each other */
    HUEDRIFT_INPUT = 3,  /**< the image does not suit the settings, as when a strict palette lacks a colour */
    HUEDRIFT_OUTPUT = 4, /**< the result does not fit the form that the caller asked for */
    HUEDRIFT_DEVICE = 5, /**< the engine or device does not exist or cannot be used */
    HUEDRIFT_CANCELLED = 6, /**< huedrift_job_cancel() was called */
    HUEDRIFT_NO_MEMORY = 7, /**< memory ran out */
    HUEDRIFT_CODE_32_BITS = 0x7FFFFFFF
} huedrift_code;

/** How a call failed. The caller owns it; it needs no initialisation and holds nothing to free. Every
 * function with a parameter `failure` accepts NULL there, and on success sets the code to HUEDRIFT_OK and the
 * sentence to "". It has 512 bytes in every version. */
typedef struct huedrift_failure {
    huedrift_code code;
    char sentence[444];   /**< for the user, in UTF-8, without a full stop; cut if it is longer */
    uint64_t reserved[8]; /**< set to 0 */
} huedrift_failure;

/** @return the version of the library, such as "1.0.0" */
const char* huedrift_version(void);

/* ---- Settings ---- */

/** How an image is reduced. Without a setting: as `huedrift-cli reduce`, with the look that suits the image,
 * on the CPU. */
typedef struct huedrift_settings huedrift_settings;

/** @return settings that say nothing; NULL if memory runs out */
huedrift_settings* huedrift_settings_new(void);
/** @return a copy; NULL if `settings` is NULL or memory runs out */
huedrift_settings* huedrift_settings_copy(const huedrift_settings* settings);
/** Frees settings; NULL is allowed. Freeing them twice is undefined, as with free(); so it is with every
 * object. */
void huedrift_settings_free(huedrift_settings* settings);

/**
 * Sets one setting, as the option of huedrift-cli with the same word does. A setting given again takes the
 * place of the earlier one; a list of edits ("pin", "join", "recolor", "arrange") grows. Palettes
 * ("to", "output-palette") are lists of colours such as "ff0000,00ff00", not names of files. "profile" and
 * "bits", which concern files, are accepted and change nothing.
 *
 * @param word the option without its dashes; huedrift_setting_at() lists all
 * @param value the option's value; for a flag "on" or "off"; NULL takes the setting back
 */
huedrift_code huedrift_set(huedrift_settings* settings, const char* word, const char* value,
                           huedrift_failure* failure);

/**
 * Sets all that a recipe says: the text that huedrift_result_recipe() returns and PNG files of huedrift
 * store. Replaces every earlier setting except "engine", "device", "threads" and "memory-limit". On failure
 * the settings stay as they were.
 */
huedrift_code huedrift_set_recipe(huedrift_settings* settings, const char* recipe, huedrift_failure* failure);

typedef enum huedrift_kind {
    HUEDRIFT_NUMBER,
    HUEDRIFT_WHOLE_NUMBER,
    HUEDRIFT_FLAG, /**< "on" or "off" */
    HUEDRIFT_NAME, /**< one of `names` */
    HUEDRIFT_TEXT,
    HUEDRIFT_LIST, /**< items separated by commas */
    HUEDRIFT_KIND_32_BITS = 0x7FFFFFFF
} huedrift_kind;

/** A setting that exists. The library makes it, and may add members at the end. All texts are in UTF-8 and
 * last as long as the program. */
typedef struct huedrift_setting {
    const char* word;
    const char* help; /**< a sentence */
    huedrift_kind kind;
    const char* syntax;       /**< how a value is written, such as "auto|DIST|off"; "" for flags and names */
    const char* const* names; /**< of a name, ending in NULL; else NULL */
    double low, high;         /**< the range of a number, both included */
} huedrift_setting;

/** @return setting number `index` from 0; NULL after the last */
const huedrift_setting* huedrift_setting_at(size_t index);

/* ---- Jobs ---- */

/** Watches and cancels long calls. Every such call accepts NULL in its place; one job serves one call at a
 * time. */
typedef struct huedrift_job huedrift_job;

/** Receives the share of the call that is done, 0 to 1, on a thread of the library. It may call
 * huedrift_job_cancel(), and must not throw or call longjmp(). */
typedef void (*huedrift_report)(void* context, double share);

/** @param report may be NULL; `context` is passed to it
 *  @return NULL if memory runs out */
huedrift_job* huedrift_job_new(huedrift_report report, void* context);
void huedrift_job_free(huedrift_job* job);
/** @return the share of the running call that is done, 0 to 1; 0 for NULL. For any thread. */
double huedrift_job_share(const huedrift_job* job);
/** Ends the running call, and every later one with this job, with HUEDRIFT_CANCELLED; on the CPU usually
 * within 50 ms. For any thread and for signal handlers; NULL is allowed. */
void huedrift_job_cancel(huedrift_job* job);

/* ---- Images ---- */

/** The channels of a pixel in the order of their bytes, one for each; colours are sRGB. Premultiplied formats
 * hold round(c A / 255) for a colour c of alpha A. Reading C gives min(255, round(255 C / A)), and 0 where A
 * is 0; halves are rounded up. */
typedef enum huedrift_format {
    HUEDRIFT_GREY = 16,
    HUEDRIFT_GREY_ALPHA = 17,
    HUEDRIFT_RGB = 18,
    HUEDRIFT_BGR = 19,
    HUEDRIFT_RGBA = 20,
    HUEDRIFT_BGRA = 21,
    HUEDRIFT_RGBA_PREMULTIPLIED = 22,
    HUEDRIFT_BGRA_PREMULTIPLIED = 23, /**< Cairo's ARGB32 on machines whose lowest byte comes first */
    HUEDRIFT_FORMAT_32_BITS = 0x7FFFFFFF
} huedrift_format;

/** Pixels of the caller's, read during the call only. Initialise it by the names of its members, so that the
 * others are 0. */
typedef struct huedrift_image {
    huedrift_format format;
    uint32_t width, height; /**< 1 to 65535 each */
    ptrdiff_t stride; /**< bytes from a row to the next below; negative if rows go up in memory; 0: no gap */
    const void* pixels;   /**< the first pixel of the top row */
    uint64_t reserved[4]; /**< must be 0 */
} huedrift_image;

/** A copy of an image, and the results of its stages: the next reduction of the same picture with
 * other settings begins where the two differ. */
typedef struct huedrift_picture huedrift_picture;

/** Copies an image. @return NULL on failure */
huedrift_picture* huedrift_picture_new(const huedrift_image* image, huedrift_failure* failure);
void huedrift_picture_free(huedrift_picture* picture);

/* ---- Results ---- */

/** The reduced image. It lasts until it is freed, even if its picture, settings or group are freed before. It
 * does not change after it was made: any number of threads may read it at once.
 *
 * Its functions with a job compute, counts and distances at the first call only. A call that failed or was
 * cancelled can be repeated. While one thread computes, another that asks for the same waits. */
typedef struct huedrift_result huedrift_result;

/** Reduces a picture. @return NULL on failure */
huedrift_result* huedrift_reduce(huedrift_picture* picture, const huedrift_settings* settings,
                                 huedrift_job* job, huedrift_failure* failure);
void huedrift_result_free(huedrift_result* result);

/** The size in pixels: that of the image, unless cells of a grid became pixels ("pixel-grid", "scale"). */
uint32_t huedrift_result_width(const huedrift_result* result);
uint32_t huedrift_result_height(const huedrift_result* result);

/** @return the number of entries in the palette: the distinct values of the pixels, in the order of an
 * indexed PNG of huedrift-cli. Entries with an index of their own ("transparent-index", "pad", a group's
 * palette) count even where no pixel has them. */
size_t huedrift_result_entries(const huedrift_result* result);
/** @return the palette: for each entry the bytes R, G, B, A */
const uint8_t* huedrift_result_palette(const huedrift_result* result);

/** @return the number of pixels of each entry; NULL on failure */
const uint64_t* huedrift_result_counts(const huedrift_result* result, huedrift_job* job,
                                       huedrift_failure* failure);
/** @return for each entry the mean distance in Oklab of its pixels from the same pixels of the image, before
 * "output-palette": 0 without pixels and for transparent entries, NaN if the size differs. NULL on failure */
const double* huedrift_result_entry_distances(const huedrift_result* result, huedrift_job* job,
                                              huedrift_failure* failure);

/** A measure of the distances of all visible pixels. */
typedef enum huedrift_measure {
    HUEDRIFT_MEAN = 0,
    HUEDRIFT_PERCENTILE_95 = 1, /**< 95 % of the pixels are no farther */
    HUEDRIFT_LARGEST = 2,
    HUEDRIFT_MEASURE_32_BITS = 0x7FFFFFFF
} huedrift_measure;

/** Measures the distance in Oklab of the visible pixels from the same pixels of the image.
 * @param distance receives it: 0 for equal pixels, about 1 from black to white, NaN if the size differs */
huedrift_code huedrift_result_distance(const huedrift_result* result, huedrift_measure measure,
                                       double* distance, huedrift_job* job, huedrift_failure* failure);

/**
 * Writes the index of each pixel.
 *
 * @param bytes of an index: 1, 2 or 4, in the byte order of the machine. HUEDRIFT_OUTPUT if there are more
 * entries; with the setting "entries" 256, one byte is always enough.
 * @param rows receives width x height indices
 * @param stride bytes from a row to the next, as in huedrift_image
 */
huedrift_code huedrift_result_indices(const huedrift_result* result, unsigned bytes, void* rows,
                                      ptrdiff_t stride, huedrift_job* job, huedrift_failure* failure);
/** Writes the pixels in a format, and drops the channels that the format lacks; grey takes the value of R.
 * `rows` and `stride` are as in huedrift_result_indices(). */
huedrift_code huedrift_result_pixels(const huedrift_result* result, huedrift_format format, void* rows,
                                     ptrdiff_t stride, huedrift_job* job, huedrift_failure* failure);

/** @return sentence number `index` from 0 about settings that could not be met or changed nothing; NULL after
 * the last */
const char* huedrift_result_note(const huedrift_result* result, size_t index);
/** @return the recipe, with the radius that it chose: huedrift_set_recipe() and the options of huedrift-cli
 * repeat the result with it */
const char* huedrift_result_recipe(const huedrift_result* result);

/* ---- Several images with one palette ---- */

/** Images that share a palette, as those of `huedrift-cli reduce --together`: count all, find the palette,
 * reduce each. */
typedef struct huedrift_group huedrift_group;

/** @param settings are copied @return NULL on failure */
huedrift_group* huedrift_group_new(const huedrift_settings* settings, huedrift_failure* failure);
void huedrift_group_free(huedrift_group* group);
/** Counts the colours of a picture, which is not kept; none of them on failure. HUEDRIFT_USAGE after
 * huedrift_group_find(). */
huedrift_code huedrift_group_count(huedrift_group* group, huedrift_picture* picture, huedrift_job* job,
                                   huedrift_failure* failure);
/** Finds the palette of all pictures counted. Once it is found, does nothing. */
huedrift_code huedrift_group_find(huedrift_group* group, huedrift_job* job, huedrift_failure* failure);
/** Reduces a picture to the palette found, which is the same in all results, in the same order. Many threads
 * may reduce at once, each a picture of its own. HUEDRIFT_INPUT if the picture has colours that were not
 * counted; HUEDRIFT_USAGE before huedrift_group_find(). @return NULL on failure */
huedrift_result* huedrift_group_reduce(const huedrift_group* group, huedrift_picture* picture,
                                       huedrift_job* job, huedrift_failure* failure);

#ifdef __cplusplus
}
#endif

#endif
