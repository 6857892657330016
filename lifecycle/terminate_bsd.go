//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package lifecycle

import "syscall"

// ended reports whether pid has ended and is not reaped. kill(2) cannot distinguish such a
// process from a running one, but a kernel queue can: it refuses to watch it (ESRCH).
func ended(pid int) bool {
	queue, err := syscall.Kqueue()
	if err != nil {
		return false
	}
	defer syscall.Close(queue)
	watch := make([]syscall.Kevent_t, 1)
	syscall.SetKevent(&watch[0], pid, syscall.EVFILT_PROC, syscall.EV_ADD|syscall.EV_ONESHOT)
	watch[0].Fflags = syscall.NOTE_EXIT
	events := make([]syscall.Kevent_t, 1)
	n, err := syscall.Kevent(queue, watch, events, &syscall.Timespec{})
	if err != nil || n == 0 {
		return err == syscall.ESRCH
	}
	refused := events[0].Flags&syscall.EV_ERROR != 0
	return !refused || syscall.Errno(events[0].Data) == syscall.ESRCH
}

// groupEnded reports nothing here: a group counts as gone when its last member
// has been reaped.
func groupEnded(int) bool { return false }
