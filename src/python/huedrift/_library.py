"""The library behind the package: its functions, its objects, and calls that Ctrl-C ends."""
import atexit
import ctypes
import os
import queue
import threading
import time
import types

from . import _interface as c

# A wheel and the build folder have the library beside this file. Elsewhere the dynamic linker finds the one that is installed.
_beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), c.SONAME)
try:
    _opened = ctypes.CDLL(_beside if os.path.exists(_beside) else c.SONAME)
except OSError as error:
    raise ImportError(str(error)) from error


def _declared(name, result, parameters):
    function = getattr(_opened, "huedrift_" + name)
    function.restype, function.argtypes = result, parameters
    return function


# The functions of huedrift.h. Python's lock is released in each of them.
library = types.SimpleNamespace(**{name: _declared(name, *types) for name, types in c.FUNCTIONS.items()})


class Error(Exception):
    """The library could not carry out a call; wrong arguments are a ValueError or TypeError.

    code : int
        3: the image does not suit the settings, 4: the result does not fit, 5: the engine or device cannot be
        used, 1: anything else.
    """

    __module__ = "huedrift"
    code: int = c.FAILED


def _raise_if_failed(failure):
    if failure.code == c.OK:
        return
    sentence = failure.sentence.decode(errors="replace")
    if failure.code == c.USAGE:
        raise ValueError(sentence)
    if failure.code == c.NO_MEMORY:
        raise MemoryError(sentence)
    error = Error(sentence)
    error.code = failure.code
    raise error


def call(function, *arguments):
    """Calls a function of the library that does not take long, with a failure as its last argument."""
    failure = c.failure()
    returned = function(*arguments, ctypes.byref(failure))
    _raise_if_failed(failure)
    return returned


class Owned:
    """An object of the library, to pass to its functions, which is freed with this one."""

    def __init__(self, address, free):
        self._as_parameter_, self._free = address, free

    def __del__(self):
        self._free(self._as_parameter_)


def new(function, free, *arguments):
    """An object whose making fails only if memory runs out."""
    address = function(*arguments)
    if not address:
        raise MemoryError("memory ran out")
    return Owned(address, free)


def _begin_without_threads():
    """Also in a process made by fork(), which has none of the threads."""
    global _waiting, _idle, _running
    _waiting, _idle, _running = queue.SimpleQueue(), [], set()


_begin_without_threads()
os.register_at_fork(after_in_child=_begin_without_threads)


def _work(waiting):
    """Runs one call after another. With a thread for each the process would grow: oneTBB keeps something for every thread."""
    while True:
        waiting.get().run()


class _Call:
    """A call on a thread of its own, which keeps the objects that it uses until it has ended."""

    def __init__(self, function):
        self.function = function
        self.job = new(library.job_new, library.job_free, None, None)
        self.failure = c.failure()
        self.returned = self.error = None
        self.is_taken, self.end, self.has_ended = threading.Lock(), threading.Lock(), False
        self.end.acquire()

    def start(self):
        _running.add(self)
        try:
            _idle.pop()
        except IndexError:
            threading.Thread(target=_work, args=(_waiting,), name="huedrift", daemon=True).start()
        _waiting.put(self)

    def run(self):
        if self.is_taken.acquire(blocking=False):
            try:
                self.returned = self.function(self.job, ctypes.byref(self.failure))
            except BaseException as error:
                self.error = error
        _running.discard(self)
        _idle.append(None)  # before the end, after which the next call looks for an idle thread
        self.has_ended = True
        self.end.release()

    def wait(self):
        """Waits for at most 20 ms. Returns whether the call has ended."""
        return self.has_ended or self.end.acquire(timeout=0.02)

    def cancel(self):
        """Returns when the call has ended or cannot begin any more, however often Ctrl-C is pressed meanwhile."""
        library.job_cancel(self.job)
        while not self.has_ended and not self.is_taken.acquire(blocking=False):
            try:
                self.wait()
            except BaseException:
                pass
        _running.discard(self)


_is_ending = False


def _end_calls():
    """Ends the calls of all threads at the end of the program, before the library's own objects are destroyed."""
    global _is_ending
    _is_ending = True
    running, limit = list(_running), time.monotonic() + 2
    for one in running:
        library.job_cancel(one.job)
    while not all(one.wait() for one in running) and time.monotonic() < limit:
        pass


atexit.register(_end_calls)


def _stop_at_end():
    """A thread that nobody waits for must not go on, nor raise an exception, once its call was ended with the program."""
    while _is_ending and threading.get_ident() != threading.main_thread().ident:
        time.sleep(60)


def _watched(function, progress):
    _stop_at_end()
    one, shown = _Call(function), None
    try:
        one.start()
        while not one.wait():
            share = library.job_share(one.job)
            if progress is not None and share != shown:
                shown = share
                progress(share)
    except BaseException:
        one.cancel()
        raise
    _stop_at_end()
    if one.error is not None:
        raise one.error
    _raise_if_failed(one.failure)
    if progress is not None and shown != 1:
        progress(1.0)
    return one.returned


class InUse:
    """Held by a call: an object of the library serves one at a time."""

    def __init__(self):
        self.lock, self.thread = threading.Lock(), None


def watched(function, progress=None, in_use=None):
    """Calls function(job, failure) on another thread, while this one runs the handlers of signals and calls progress(share)
    every 20 ms and at the end. If one of them raises an exception, the call is cancelled. Waits for `in_use` if another thread
    has it.
    """
    if in_use is None:
        return _watched(function, progress)
    here = threading.get_ident()
    if in_use.thread == here:
        raise RuntimeError("the Picture or Group is in use by a call of this thread, which a progress function or signal "
                           "handler interrupts")
    with in_use.lock:
        in_use.thread = here
        try:
            return _watched(function, progress)
        finally:
            in_use.thread = None
