//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes cmd the leader of a process group. On Linux the kernel interrupts it
// also when this process is killed and can send no signal.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	interruptedWithParent(cmd.SysProcAttr)
}

// interruptGroup sends SIGINT, not SIGTERM, after which the go command does not remove its
// work directory. An error means that the group has exited already, which the caller wants.
func interruptGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGINT) }

func killGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
