//go:build unix

package forcekill

import (
	"os/exec"
	"syscall"
	"time"
)

// Another branch has waited for the child, and this one has not.
func groupOfOther(cmd *exec.Cmd, brief bool) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if brief {
		return cmd.Run()
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	time.Sleep(time.Second)
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // want `SIGKILL is the first signal it gets`
}

// A return leaves the child running, which the deferred call kills.
func endGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // want `SIGKILL is the first signal it gets`
}

func runKilled(cmd *exec.Cmd, work func() error) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	defer endGroup(cmd)
	if err := work(); err != nil {
		return err
	}
	return cmd.Wait()
}
