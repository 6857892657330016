package nowaitdelay

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// Silent: the wait has a limit.
func limited(ctx context.Context, script string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.WaitDelay = 5 * time.Second
	return cmd.CombinedOutput()
}

// Silent: the output goes to a file, which nothing copies.
func toFile(ctx context.Context, script string, f *os.File) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout, cmd.Stderr = f, os.Stderr
	return cmd.Run()
}

// Silent: one command, which replaces the shell.
func one(ctx context.Context) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", "uname -a").Output()
}

// Silent: no shell.
func direct(ctx context.Context) ([]byte, error) {
	return exec.CommandContext(ctx, "uname", "-a", "-r").Output()
}

// Silent: nothing ends the context.
func forever(script string) ([]byte, error) {
	return exec.CommandContext(context.Background(), "sh", "-c", script).Output()
}

// Silent: what gets the command may set the limit.
func configured(ctx context.Context, script string, set func(*exec.Cmd)) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	set(cmd)
	return cmd.Output()
}
