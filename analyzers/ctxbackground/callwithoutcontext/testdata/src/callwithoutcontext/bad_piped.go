package callwithoutcontext

import (
	"context"
	"io"
	"os/exec"
)

// The function reads what the command writes, and waits for it: as Output does.
func piped(ctx context.Context, path string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cmd := exec.Command(path) // want `exec.Command ignores ctx: its work continues after the caller's context is canceled; CommandContext takes it`
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(out)
	if werr := cmd.Wait(); err == nil {
		err = werr
	}
	return data, err
}
