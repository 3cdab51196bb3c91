# awk -v version=1.0.0 -f manual.awk huedrift.h quantize_ppm.c: writes the manual page huedrift(3). The header's comments are its
# text, and the example is the program.

function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    if (text ~ /^[.']/) text = "\\&" text
    return text
}
# Words between backticks become italic.
function text(line) {
    line = escape(line)
    gsub(/`[^`]+`/, "\\fI&\\fR", line)
    gsub(/`/, "", line)
    return line
}
# Prints a comment: paragraphs, and @param and @return, each of which begins one.
function print_comment(comment,    parts, count, i, name) {
    gsub(/@return /, "\n\nReturns ", comment)
    gsub(/@param /, "\n\n@", comment)
    count = split(comment, parts, /\n\n+/)
    for (i = 1; i <= count; ++i) {
        gsub(/\n/, " ", parts[i])
        gsub(/^ +| +$/, "", parts[i])
        if (parts[i] == "") continue
        if (parts[i] !~ /^@/) {
            print ".PP\n" text(parts[i])
        } else {
            name = substr(parts[i], 2, index(parts[i], " ") - 2)
            print ".TP\n\\fI" escape(name) "\\fR\n" text(substr(parts[i], length(name) + 3))
        }
    }
}
function print_declaration(    lines, count, i) {
    count = split(declaration, lines, "\n")
    print ".PP\n.nf"
    for (i = 1; i <= count; ++i) print "\\fB" escape(lines[i]) "\\fR"
    print ".fi"
    if (comment != "") {
        print ".RS 4"
        print_comment(comment)
        print ".RE"
    }
    comment = declaration = ""
}

BEGIN {
    print ".TH HUEDRIFT 3 \"\" \"huedrift " escape(version) "\""
    print ".SH NAME\nhuedrift \\- reduce the palette of images"
    print ".SH SYNOPSIS\n.nf\n\\fB#include <huedrift.h>\\fR\n"
    print "\\fBcc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs huedrift)\\fR\n.fi"
    print ".SH DESCRIPTION"
}

# The example follows the header.
FNR == 1 && NR > 1 { in_example = 1; print ".SH EXAMPLE\n.nf" }
in_example { print escape($0); next }

/^\/\* ----/ {
    sub(/^\/\* -+ */, ""); sub(/ *-*( \*\/)?$/, "")
    print ".SS " escape($0)
    next
}

declaration == "" && /^\/\*\*/ { in_comment = 1; comment = "" }
in_comment {
    if (/\*\//) in_comment = 0
    sub(/^\/\*\*? ?/, ""); sub(/ *\*\/$/, ""); sub(/^ \* ?/, "")
    if (/^@file/) is_file = 1
    else comment = comment "\n" $0
    if (!in_comment && is_file) {
        print_comment(comment)
        comment = ""
        is_file = 0
        print ".PP\nA program makes a \\fBhuedrift_settings\\fR, a \\fBhuedrift_picture\\fR of each image, and a"
        print "\\fBhuedrift_result\\fR with \\fBhuedrift_reduce\\fR(). It reads indices, palette or pixels from the result, and frees"
        print "each object. A \\fBhuedrift_job\\fR watches or cancels a call; a \\fBhuedrift_group\\fR gives several images one palette."
        print ".SH INTERFACE"
    }
    next
}
declaration == "" && (/^#/ || in_macro) { in_macro = /\\$/; next }
declaration == "" && (/^extern/ || /^[}]/ || /^$/) { next }
{
    declaration = declaration (declaration == "" ? "" : "\n") $0
    opened += gsub(/[{]/, "{") - gsub(/[}]/, "}")
    if (opened == 0 && /;$/) print_declaration()
}

END {
    print ".fi"
    print ".SH SEE ALSO\n.BR huedrift\\-cli (1)\n.PP"
    print "The words of the settings are the options of \\fBhuedrift\\-cli reduce\\fR."
}
