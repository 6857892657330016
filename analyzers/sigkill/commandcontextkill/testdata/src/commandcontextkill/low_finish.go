package commandcontextkill

import (
	"context"
	"os/exec"
)

// What is not finished is an error for the caller, who may not use it.
func convert(ctx context.Context, in, out string) error {
	cmd := exec.CommandContext(ctx, "ffmpeg", "-i", in, out) // want `ffmpeg is killed with SIGKILL when ctx is done, before it has finished the file`
	return cmd.Run()
}
