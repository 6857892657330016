package forcekill

import (
	"os"
	"syscall"
)

// The number may be that of another process ten seconds later.
func stopPID(pid int) error {
	return syscall.Kill(pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL`
}

// It is no statement of its own.
func stopBoth(p, q *os.Process) bool {
	return p.Kill() == nil && q.Kill() == nil // want `p.Kill: the process cannot finish its work` `q.Kill: the process cannot finish its work`
}

func later(p *os.Process, work func()) {
	defer p.Kill() // want `p.Kill: the process cannot finish its work`
	work()
}
