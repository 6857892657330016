package shellchildsurvives

import (
	"bytes"
	"context"
	"os/exec"
	"syscall"
	"time"
)

func step(ctx context.Context, script string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "sh", "-c", script) // want `what the shell has started keeps running when ctx is done: Cancel and the kill after it reach the shell alone, and SysProcAttr gives cmd no process group`
	cmd.Stdout = &out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	return out.String(), err
}

// The script is constant, and has several commands.
func nightly(ctx context.Context) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", "make all && ./report | gzip > report.gz") // want `what the shell has started keeps running when ctx is done`
	cmd.WaitDelay = time.Minute
	return cmd.CombinedOutput()
}
