package shellchildsurvives

import (
	"bytes"
	"context"
	"os"
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

// A method makes the command; the credential is no group.
type hooks struct{ uid uint32 }

func (h *hooks) command(ctx context.Context, line string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "/bin/bash", "-euc", line) // want `what the shell has started keeps running when ctx is done: SIGKILL reaches the shell alone`
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: h.uid}}
	cmd.WaitDelay = time.Second
	return cmd
}

func (h *hooks) run(ctx context.Context, line string) error {
	cmd := h.command(ctx, line)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// The script is constant, and has several commands.
func nightly(ctx context.Context) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", "make all && ./report | gzip > report.gz") // want `what the shell has started keeps running when ctx is done`
	cmd.WaitDelay = time.Minute
	return cmd.CombinedOutput()
}
