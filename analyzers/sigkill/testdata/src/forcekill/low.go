package forcekill

import (
	"os/exec"
	"syscall"
)

// A child of the program, which may have nothing to lose.
func finish(cmd *exec.Cmd) error { return cmd.Process.Kill() } // want `cmd\.Process\.Kill: the process cannot finish its work`

// It is another name for the kill; who calls it decides.
func killPid(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) } // want `syscall\.Kill with syscall\.SIGKILL: the process cannot finish its work`
