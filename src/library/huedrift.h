/**
 * @file huedrift.h
 * Reduces the palette of images: the algorithm of huedrift and huedrift-cli as a library, with the same
 * bytes.
 *
 * The library reads and writes no file, starts no process, prints nothing and never ends the program; with
 * the setting "engine" vulkan, the driver of the device may do so. A function that fails returns NULL or a
 * code, and describes the failure in a huedrift_failure if it gets one. There is no global state: any number
 * of threads may call the library, each with its own objects. An object belongs to one thread at a time, with
 * two exceptions: any number of threads may pass the same object as const, and any thread may call
 * huedrift_job_share() and huedrift_job_cancel(). A call uses all cores unless the setting "threads" limits
 * them. It may come from a loop of oneTBB: the thread starts no other work of that loop inside the call.
 *
 * oneTBB distributes the work over the cores. It keeps about 9 kB for each thread that has ever called
 * (oneTBB 2021.8), so call from long-lived threads rather than from a new thread each time.
 *
 * C99 and C++. The ABI is stable within version 1: functions and constants may be added, but none is changed
 * or removed. Structs that the caller makes keep their size: new members use the `reserved` room.
 * Enumerations have 32 bits.
 */
#ifndef HUEDRIFT_H
#define HUEDRIFT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header; as a number, 1.2.3 is 10203. huedrift_version() is the library's version. */
#define HUEDRIFT_VERSION_MAJOR 1
#define HUEDRIFT_VERSION_MINOR 0
#define HUEDRIFT_VERSION_PATCH 0
#define HUEDRIFT_VERSION_NUMBER                                                                              \
    (10000 * HUEDRIFT_VERSION_MAJOR + 100 * HUEDRIFT_VERSION_MINOR + HUEDRIFT_VERSION_PATCH)

/** Why a call failed. New codes may be added. They are not the exit codes of huedrift-cli. */
typedef enum huedrift_code {
    HUEDRIFT_OK = 0,
    HUEDRIFT_FAILED = 1,    /**< any other failure */
    HUEDRIFT_USAGE = 2,     /**< an argument or a setting is wrong, or two settings exclude each other */
    HUEDRIFT_INPUT = 3,     /**< the image does not suit the settings: a strict palette lacks a colour */
    HUEDRIFT_OUTPUT = 4,    /**< the result does not fit the form that the caller asked for */
    HUEDRIFT_DEVICE = 5,    /**< the engine or device does not exist or cannot be used */
    HUEDRIFT_CANCELLED = 6, /**< huedrift_job_cancel() was called */
    HUEDRIFT_NO_MEMORY = 7, /**< memory ran out */
    HUEDRIFT_CODE_32_BITS = 0x7FFFFFFF
} huedrift_code;

/** How a call failed. The caller owns it; it needs neither initialisation nor freeing. Every function with a
 * parameter `failure` accepts NULL for it. On success the code is HUEDRIFT_OK and the sentence "". The struct
 * has 512 bytes in every version. */
typedef struct huedrift_failure {
    huedrift_code code;
    char sentence[444];   /**< for the user, in UTF-8, without a full stop; cut if it is longer */
    uint64_t reserved[8]; /**< set to 0 */
} huedrift_failure;

/** @return the version of the library, such as "1.0.0" */
const char* huedrift_version(void);

/* ---- Settings ---- */

/** How an image is reduced. Empty settings reduce as `huedrift-cli reduce` does without options: with the
 * look that suits the image, but on the CPU. */
typedef struct huedrift_settings huedrift_settings;

/** @return empty settings; NULL if memory runs out */
huedrift_settings* huedrift_settings_new(void);
/** @return a copy; NULL if `settings` is NULL or memory runs out */
huedrift_settings* huedrift_settings_copy(const huedrift_settings* settings);
/** Frees settings; NULL is allowed. As with free(), freeing an object of any type twice is undefined. */
void huedrift_settings_free(huedrift_settings* settings);

/**
 * Sets one setting, as the option of huedrift-cli with the same word does. A value replaces an earlier one,
 * but the lists of edits ("pin", "join", "recolor", "arrange") grow. Palettes ("to", "output-palette") are
 * lists of colours such as "ff0000,00ff00" or names such as "spectra6", not names of files. "profile" and
 * "bits" concern files: they are accepted and change nothing.
 *
 * @param word the option without its dashes; huedrift_setting_at() lists all words
 * @param value the option's value; "on" or "off" for a flag; NULL unsets the setting
 */
huedrift_code huedrift_set(huedrift_settings* settings, const char* word, const char* value,
                           huedrift_failure* failure);

/**
 * Replaces all settings except "engine", "device", "threads" and "memory-limit" by those of a recipe: the
 * text that huedrift_result_recipe() returns and that PNG files of huedrift store. Masks stay set if the
 * recipe names them. On failure the settings stay as they were.
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

/** The description of a setting. The library makes it, and may add members at the end. All texts are in UTF-8
 * and last as long as the program. */
typedef struct huedrift_setting {
    const char* word;
    const char* help; /**< a sentence */
    huedrift_kind kind;
    const char* syntax;       /**< of a value, such as "auto|DIST|off"; "" for flags and names */
    const char* const* names; /**< the values of a HUEDRIFT_NAME, ending in NULL; else NULL */
    double low, high;         /**< the range of a number, both included */
} huedrift_setting;

/** @return setting number `index` from 0; NULL after the last */
const huedrift_setting* huedrift_setting_at(size_t index);

/* ---- Jobs ---- */

/** Watches and cancels long calls. Every parameter `job` may be NULL; a job serves one call at a time. */
typedef struct huedrift_job huedrift_job;

/** Receives the progress of the call, 0 to 1, on a thread of the library. It may call huedrift_job_cancel(),
 * and must not throw or call longjmp(). */
typedef void (*huedrift_report)(void* context, double share);

/** @param report may be NULL; `context` is passed to it
 *  @return NULL if memory runs out */
huedrift_job* huedrift_job_new(huedrift_report report, void* context);
void huedrift_job_free(huedrift_job* job);
/** @return the progress of the running call, 0 to 1; 0 for NULL. Any thread may call this. */
double huedrift_job_share(const huedrift_job* job);
/** Ends the running call, and every later one with this job, with HUEDRIFT_CANCELLED; on the CPU usually
 * within 50 ms. Any thread and any signal handler may call this; NULL is allowed. */
void huedrift_job_cancel(huedrift_job* job);

/* ---- Images ---- */

/** The channels of a pixel in the order of their bytes, one byte each; colours are sRGB. Premultiplied
 * formats hold round(c A / 255) for a colour c of alpha A. A stored C is read as min(255, round(255 C / A)),
 * and as 0 where A is 0. Halves are rounded up. */
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

/** The caller's pixels, read during the call only. Initialise the struct by the names of its members, so that
 * all others are 0. */
typedef struct huedrift_image {
    huedrift_format format;
    uint32_t width, height; /**< 1 to 65535 each */
    ptrdiff_t stride;       /**< bytes from a row to the row below; may be negative; 0: rows without gaps */
    const void* pixels;     /**< the first pixel of the top row */
    uint64_t reserved[4];   /**< must be 0 */
} huedrift_image;

/**
 * Sets a mask, "importance" or "dither-mask", by its pixels, which are copied. huedrift_reduce() refuses a
 * picture of another size. A recipe has only the hash of a mask, so set the mask again with the recipe.
 *
 * @param mask greys; colours count by their luma, over black; NULL unsets the setting
 */
huedrift_code huedrift_set_mask(huedrift_settings* settings, const char* word, const huedrift_image* mask,
                                huedrift_failure* failure);

/** A copy of an image, and the results of its stages: the next reduction of the same picture begins at the
 * first stage that other settings change. */
typedef struct huedrift_picture huedrift_picture;

/** Copies an image. @return NULL on failure */
huedrift_picture* huedrift_picture_new(const huedrift_image* image, huedrift_failure* failure);
void huedrift_picture_free(huedrift_picture* picture);

/* ---- Results ---- */

/** The reduced image. It lasts until it is freed, even if its picture, settings or group are freed before. It
 * never changes, so any number of threads may read it at once.
 *
 * Its functions with a job take time; counts and distances are computed at the first call only. A call that
 * failed or was cancelled can be repeated. While one thread computes a value, other threads that need it
 * wait. */
typedef struct huedrift_result huedrift_result;

/** Reduces a picture. @return NULL on failure */
huedrift_result* huedrift_reduce(huedrift_picture* picture, const huedrift_settings* settings,
                                 huedrift_job* job, huedrift_failure* failure);
void huedrift_result_free(huedrift_result* result);

/** The size in pixels: that of the image, unless cells of a grid became pixels ("pixel-grid", "scale"). */
uint32_t huedrift_result_width(const huedrift_result* result);
uint32_t huedrift_result_height(const huedrift_result* result);

/** @return the number of entries in the palette: the distinct values of the pixels, in the order of an
 * indexed PNG of huedrift-cli. Entries with a fixed index ("transparent-index", "pad", a group's
 * palette) count even if no pixel has them. */
size_t huedrift_result_entries(const huedrift_result* result);
/** @return the palette: for each entry the bytes R, G, B, A */
const uint8_t* huedrift_result_palette(const huedrift_result* result);

/** @return the number of pixels of each entry; NULL on failure */
const uint64_t* huedrift_result_counts(const huedrift_result* result, huedrift_job* job,
                                       huedrift_failure* failure);
/** @return the mean distance in Oklab of each entry's pixels from the same pixels of the image, before
 * "output-palette"; 0 without pixels and for transparent entries, NaN if the sizes differ; NULL on failure */
const double* huedrift_result_entry_distances(const huedrift_result* result, huedrift_job* job,
                                              huedrift_failure* failure);

/** A measure of the distances of all visible pixels. */
typedef enum huedrift_measure {
    HUEDRIFT_MEAN = 0,
    HUEDRIFT_PERCENTILE_95 = 1, /**< the distance that 95 % of the pixels do not exceed */
    HUEDRIFT_LARGEST = 2,
    HUEDRIFT_MEASURE_32_BITS = 0x7FFFFFFF
} huedrift_measure;

/** Measures the distance in Oklab of the visible pixels from the same pixels of the image.
 * @param distance receives the result: 0 for equal pixels, 1 from black to white, NaN if the sizes differ */
huedrift_code huedrift_result_distance(const huedrift_result* result, huedrift_measure measure,
                                       double* distance, huedrift_job* job, huedrift_failure* failure);

/**
 * Writes the index of each pixel.
 *
 * @param bytes the size of an index: 1, 2 or 4, in the byte order of the machine. HUEDRIFT_OUTPUT if that is
 * too small for the number of entries; with the setting "entries" 256, one byte is always enough.
 * @param rows receives width x height indices
 * @param stride bytes from a row to the next, as in huedrift_image
 */
huedrift_code huedrift_result_indices(const huedrift_result* result, unsigned bytes, void* rows,
                                      ptrdiff_t stride, huedrift_job* job, huedrift_failure* failure);
/** Writes the pixels in a format, without the channels that the format lacks; grey is the value of R.
 * `rows` and `stride` are as in huedrift_result_indices(). */
huedrift_code huedrift_result_pixels(const huedrift_result* result, huedrift_format format, void* rows,
                                     ptrdiff_t stride, huedrift_job* job, huedrift_failure* failure);

/** @return sentence number `index`, from 0, about settings that could not be met or that changed nothing;
 * NULL after the last */
const char* huedrift_result_note(const huedrift_result* result, size_t index);
/** @return the recipe, with the radius that was chosen. With it, huedrift_set_recipe() and the options of
 * huedrift-cli repeat the result. */
const char* huedrift_result_recipe(const huedrift_result* result);

/* ---- Several images with one palette ---- */

/** Images that share a palette, as with `huedrift-cli reduce --together`: count each, find the palette,
 * reduce each. */
typedef struct huedrift_group huedrift_group;

/** @param settings are copied @return NULL on failure */
huedrift_group* huedrift_group_new(const huedrift_settings* settings, huedrift_failure* failure);
void huedrift_group_free(huedrift_group* group);
/** Counts the colours of a picture, or none of them on failure. The group does not keep the picture.
 * HUEDRIFT_USAGE after huedrift_group_find(). */
huedrift_code huedrift_group_count(huedrift_group* group, huedrift_picture* picture, huedrift_job* job,
                                   huedrift_failure* failure);
/** Finds the palette of all counted pictures. Does nothing if it is found already. */
huedrift_code huedrift_group_find(huedrift_group* group, huedrift_job* job, huedrift_failure* failure);
/** Reduces a picture to the palette found. All results have this palette, in the same order. Any number of
 * threads may reduce at once, each its own picture. HUEDRIFT_INPUT if the picture has colours that were not
 * counted; HUEDRIFT_USAGE before huedrift_group_find(). @return NULL on failure */
huedrift_result* huedrift_group_reduce(const huedrift_group* group, huedrift_picture* picture,
                                       huedrift_job* job, huedrift_failure* failure);

#ifdef __cplusplus
}
#endif

#endif
