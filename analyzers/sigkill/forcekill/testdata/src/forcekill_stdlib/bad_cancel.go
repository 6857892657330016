package forcekill

import (
	"context"
	"os/exec"
	"syscall"
)

func asked(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "worker")
	cmd.Cancel = func() error { return cmd.Process.Kill() } // want `cmd.Process.Kill: the process cannot finish its work`
	return cmd
}

func askedWith(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "worker")
	cmd.Cancel = func() error {
		return cmd.Process.Signal(syscall.SIGKILL) // want `the process cannot finish its work`
	}
	return cmd
}
