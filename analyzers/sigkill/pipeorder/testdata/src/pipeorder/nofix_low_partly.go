package pipeorder

import (
	"context"
	"io"
	"os/exec"
)

// The end of the context kills the child.
func previewUntil(ctx context.Context, path string, head []byte) error {
	cmd := exec.CommandContext(ctx, "git", "show", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := io.ReadFull(out, head); err != nil {
		return err
	}
	return cmd.Wait() // want `cmd.Wait never returns when the child writes more than io.ReadFull takes \(line \d+\): the rest fills the pipe of out, and the child blocks`
}
