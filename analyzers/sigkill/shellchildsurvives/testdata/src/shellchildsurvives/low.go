package shellchildsurvives

import (
	"context"
	"os/exec"
)

// Nothing says that the script lasts.
func quick(ctx context.Context, script string) error {
	return exec.CommandContext(ctx, "sh", "-c", script).Run() // want `what the shell has started keeps running when ctx is done`
}
