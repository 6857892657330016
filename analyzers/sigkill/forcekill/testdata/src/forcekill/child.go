package forcekill

import (
	"os/exec"
	"syscall"
)

type server struct{ cmd *exec.Cmd }

func (s *server) Close() error {
	return s.cmd.Process.Kill() // want `s.cmd.Process.Kill: the process cannot finish its work`
}

// So is the group of which the child is the first.
func (s *server) closeGroup() error {
	return syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the process cannot finish its work`
}

func (s *server) closeNamedGroup() error {
	group := -1 * s.cmd.Process.Pid
	return syscall.Kill(group, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the process cannot finish its work`
}

// A child that is handed in may have work to finish.
func finish(cmd *exec.Cmd) error { return cmd.Process.Kill() } // want `cmd\.Process\.Kill: the process cannot finish its work`
