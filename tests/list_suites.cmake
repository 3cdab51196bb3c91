# cmake -DTESTS=BINARY -DNAME=MODULE -DPROPERTIES=LIST -DOUTPUT=FILE -P list_suites.cmake: writes what ctest includes: a test
# for each suite of a GoogleTest binary. The cases of a suite share one process, which saves starting a display, or a
# Vulkan device with its layers, for each.
execute_process(COMMAND ${TESTS} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${listed}")
# Those that take long start first, the longest in front, so that none runs alone at the end.
set(longest gpu.VulkanEngineLong app.WindowTest engines.Of/MemoryFaults app.ExportDialogTest gpu.VulkanEngineTest
            app.WindowFaults cpu.CpuEngineLong session.SampledPreviews library.Golden app.GuideDrifting cpu.CpuEngine
            session.VeryManyColors session.SessionAnimation session.FirstLook)
set(script "")
foreach(line IN LISTS lines)
    if(line MATCHES "^([A-Za-z0-9_/]+)\\.") # a case is indented
        set(suite ${CMAKE_MATCH_1})
        string(APPEND script "add_test(${NAME}.${suite} ${TESTS} --gtest_brief=1 --gtest_filter=${suite}.*)\n"
                             "set_tests_properties(${NAME}.${suite} PROPERTIES ${PROPERTIES})\n")
        list(FIND longest ${NAME}.${suite} place)
        if(place GREATER -1)
            math(EXPR cost "100 - ${place}")
        elseif(NAME MATCHES "^(app|cpu|engines|gpu)$")
            set(cost 1)
        else()
            continue()
        endif()
        string(APPEND script "set_tests_properties(${NAME}.${suite} PROPERTIES COST ${cost})\n")
    endif()
endforeach()
file(WRITE ${OUTPUT} "${script}")
