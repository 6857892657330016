//go:build unix

package lifecycle

import (
	"fmt"
	"os"
	"syscall"
)

func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// processGone reports whether p has ended, reaped or not.
func processGone(p *os.Process) bool {
	return p.Signal(syscall.Signal(0)) != nil || ended(p.Pid)
}

// groupTarget is the process group pgid.
func groupTarget(pgid int) (target, error) {
	send := func(sig syscall.Signal) error { return syscall.Kill(-pgid, sig) }
	return target{
		name: fmt.Sprintf("process group %d", pgid),
		ask:  func() error { return send(syscall.SIGTERM) },
		kill: func() error { return send(syscall.SIGKILL) },
		gone: func() bool { return send(0) == syscall.ESRCH || groupEnded(pgid) },
	}, nil
}
