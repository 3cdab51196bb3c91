// The counterpart of Recorder::dispatch(), which arranges workgroups that do not fit along x in rows along y.
#ifndef HUEDRIFT_THREAD_GLSL
#define HUEDRIFT_THREAD_GLSL

uint workgroup_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// The workgroup's size is an argument, as gl_WorkGroupSize reads as 1 in an include above the layout that
// sets it.
uint thread_index(uint workgroup_threads) {
    return workgroup_index() * workgroup_threads + gl_LocalInvocationID.x;
}

#endif
