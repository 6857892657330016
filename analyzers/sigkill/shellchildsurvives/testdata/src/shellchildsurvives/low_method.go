package shellchildsurvives

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"time"
)

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
