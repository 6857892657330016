package forcekill_any

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

func askedByCancel(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "worker")
	cmd.Cancel = func() error { return cmd.Process.Kill() } // want `cmd.Process.Kill: the process cannot finish its work`
	return cmd
}

type canceled struct{ cmd *exec.Cmd }

func (d *canceled) start(ctx context.Context) error {
	d.cmd = exec.CommandContext(ctx, "worker")
	d.cmd.Cancel = func() error {
		return d.cmd.Process.Signal(syscall.SIGKILL) // want `the process cannot finish its work`
	}
	return d.cmd.Start()
}

// The wait has a limit.
func limitedWait(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "worker")
	cmd.WaitDelay = time.Minute
	cmd.Cancel = func() error { return cmd.Process.Kill() } // want `cmd.Process.Kill: the process cannot finish its work`
	return cmd
}
