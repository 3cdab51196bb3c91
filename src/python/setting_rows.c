/* Prints a line for each setting of the library, of which generate.py makes the type stubs: word, kind, and
 * the values that it may have. A program, so that a build for another machine can run it, too. */
#include <huedrift.h>
#include <stdio.h>

int main(void) {
    const huedrift_setting* setting;
    for (size_t index = 0; (setting = huedrift_setting_at(index)); ++index) {
        printf("%s\t%d\t%s", setting->word, (int)setting->kind, setting->syntax);
        for (const char* const* name = setting->names; name && *name; ++name) {
            printf(name == setting->names ? "%s" : "|%s", *name);
        }
        putchar('\n');
    }
    return 0;
}
