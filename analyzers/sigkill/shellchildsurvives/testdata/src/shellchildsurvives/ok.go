package shellchildsurvives

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// A helper makes the group.
func grouped(ctx context.Context, script string) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	lead(cmd)
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// One simple command replaces the shell.
func simple(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", "sleep 60")
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

// So does one that says so.
func replaced(ctx context.Context, program string) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", "exec "+program)
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

// No shell.
func plain(ctx context.Context, file string) error {
	cmd := exec.CommandContext(ctx, "gzip", "-k", "-c", file)
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

// Nothing ends the context.
func never(script string) error {
	cmd := exec.CommandContext(context.Background(), "sh", "-c", script)
	cmd.WaitDelay = time.Second
	return cmd.Run()
}
