//go:build unix

package forcekill

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// The command has taken too long, and what it has started ends with it.
func overdueScript(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd.Run()
}
