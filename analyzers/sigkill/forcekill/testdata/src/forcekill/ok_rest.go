//go:build unix

package forcekill

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// What the shell has left behind when it has ended.
func restOfGroup(ctx context.Context, script string) error {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	return err
}

// The same in a function that is deferred before the command runs.
func reapGroup(ctx context.Context, cmd *exec.Cmd) {
	if ctx.Err() != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

func runReaped(ctx context.Context, cmd *exec.Cmd) error {
	defer reapGroup(ctx, cmd)
	if err := cmd.Run(); err != nil {
		return err
	}
	return ctx.Err()
}

func waitReaped(ctx context.Context, cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	defer reapGroup(ctx, cmd)
	for ctx.Err() == nil {
		time.Sleep(time.Second)
	}
	return cmd.Wait()
}
