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

// interruptGroup interrupts: the go command removes its work directory after SIGINT,
// and leaves it behind after SIGTERM. That the group is gone is what the caller wants.
func interruptGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGINT) }

func killGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
