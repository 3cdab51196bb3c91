# cmake -DNAME=name -DSPIRV=file.spv -DSPIRV_CROSS=program -DOUTPUT=file.inc -P embed_shader.cmake
# Writes a shader's words and its declarations, read by spirv-cross, as C++: no count is typed by hand, so none can be wrong.

execute_process(COMMAND ${SPIRV_CROSS} ${SPIRV} --reflect OUTPUT_VARIABLE reflection COMMAND_ERROR_IS_FATAL ANY)

# The elements of an array in the reflection, as a list of indices.
function(indices_of out)
    string(JSON length ERROR_VARIABLE missing LENGTH "${reflection}" ${ARGN})
    set(indices "")
    if(NOT missing AND length GREATER 0)
        math(EXPR last "${length} - 1")
        foreach(i RANGE ${last})
            list(APPEND indices ${i})
        endforeach()
    endif()
    set(${out} "${indices}" PARENT_SCOPE)
endfunction()

# Bindings and specialisation constants must be numbered 0, 1, ...: C++ passes them as a list.
function(count_of out array key)
    indices_of(indices ${array})
    set(numbers "")
    foreach(i IN LISTS indices)
        string(JSON number GET "${reflection}" ${array} ${i} ${key})
        list(APPEND numbers ${number})
    endforeach()
    list(SORT numbers COMPARE NATURAL)
    set(expected 0)
    foreach(number IN LISTS numbers)
        if(NOT number EQUAL expected)
            message(FATAL_ERROR "shader ${NAME}: ${array} are not numbered 0, 1, ... without gaps: ${numbers}")
        endif()
        math(EXPR expected "${expected} + 1")
    endforeach()
    set(${out} ${expected} PARENT_SCOPE)
endfunction()

# Bytes of a type of the reflection: of a struct up to the end of its last member.
function(size_of out type)
    if(type MATCHES "^(float|int|uint)$")
        set(size 4)
    elseif(type MATCHES "^[iu]?vec([234])$")
        math(EXPR size "4 * ${CMAKE_MATCH_1}")
    else()
        set(size 0)
        indices_of(members types ${type} members)
        if("${members}" STREQUAL "")
            message(FATAL_ERROR "shader ${NAME}: the size of ${type} is not known")
        endif()
        foreach(i IN LISTS members)
            string(JSON member GET "${reflection}" types ${type} members ${i})
            string(JSON offset GET "${member}" offset)
            string(JSON array ERROR_VARIABLE single GET "${member}" array 0)
            if(single)
                string(JSON member_type GET "${member}" type)
                size_of(bytes ${member_type})
            else()
                string(JSON stride GET "${member}" array_stride)
                math(EXPR bytes "${array} * ${stride}")
            endif()
            math(EXPR end "${offset} + ${bytes}")
            if(end GREATER size)
                set(size ${end})
            endif()
        endforeach()
    endif()
    set(${out} ${size} PARENT_SCOPE)
endfunction()

count_of(buffers ssbos binding)
indices_of(all_buffers ssbos)
foreach(i IN LISTS all_buffers)
    string(JSON set GET "${reflection}" ssbos ${i} set)
    if(NOT set EQUAL 0)
        message(FATAL_ERROR "shader ${NAME}: a buffer is not in set 0")
    endif()
endforeach()
count_of(constants specialization_constants id)

set(push_constants 0)
string(JSON push_type ERROR_VARIABLE none GET "${reflection}" push_constants 0 type)
if(NOT none)
    size_of(push_constants ${push_type})
endif()

# A side of the workgroup is a number or the specialisation constant that gives it.
set(workgroup "")
foreach(axis RANGE 1)
    string(JSON side ERROR_VARIABLE none GET "${reflection}" entryPoints 0 workgroup_size ${axis})
    if(none) # no compute shader
        list(APPEND workgroup "{1, false}")
        continue()
    endif()
    string(JSON is_constant GET "${reflection}" entryPoints 0 workgroup_size_is_spec_constant_id ${axis})
    if(is_constant)
        list(APPEND workgroup "{${side}, true}")
    else()
        list(APPEND workgroup "{${side}, false}")
    endif()
endforeach()
list(JOIN workgroup ", " workgroup)

file(READ ${SPIRV} words HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${words}")
file(WRITE ${OUTPUT} "constexpr std::uint32_t ${NAME}_words[] = {${words}};
constexpr vulkan::Shader ${NAME}_shader{
    .name = \"${NAME}\",
    .spirv = ${NAME}_words,
    .buffers = ${buffers},
    .push_constants = ${push_constants},
    .workgroup = {{${workgroup}}},
    .constants = ${constants}};
")
