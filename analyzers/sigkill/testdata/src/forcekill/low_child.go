package forcekill

import (
	"os/exec"
	"syscall"
)

type server struct{ cmd *exec.Cmd }

func (s *server) Close() error {
	return s.cmd.Process.Kill() // want `s.cmd.Process.Kill: the first signal the process gets cannot be caught, so what it was doing is lost`
}

// So is the group of which the child is the first.
func (s *server) closeGroup() error {
	return syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the first signal`
}

func (s *server) closeNamedGroup() error {
	group := -1 * s.cmd.Process.Pid
	return syscall.Kill(group, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the first signal`
}
