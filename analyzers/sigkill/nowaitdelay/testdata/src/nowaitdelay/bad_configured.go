package nowaitdelay

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// A hook runs what the settings say.
type hook struct {
	program string
	args    []string
	limit   time.Duration
}

func (h *hook) run(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, h.program, h.args...) // want `the wait does not end when ctx is done: that kills the program`
	cmd.Env = os.Environ()
	return cmd.CombinedOutput()
}

func (h *hook) runBounded(ctx context.Context) ([]byte, error) {
	cmd := exec.CommandContext(ctx, h.program, h.args...)
	cmd.WaitDelay = time.Second
	return cmd.Output()
}

func (h *hook) runInto(ctx context.Context, f *os.File) error {
	cmd := exec.CommandContext(ctx, h.program, h.args...)
	cmd.Stdout = f
	return cmd.Run()
}

func (h *hook) version(ctx context.Context) ([]byte, error) {
	return exec.CommandContext(ctx, h.program, "--version").Output()
}

func (h *hook) runLine(ctx context.Context) ([]byte, error) {
	return exec.CommandContext(ctx, h.args[0], h.args[1:]...).Output() // want `that kills the program`
}
