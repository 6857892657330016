package nowaitdelay

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// What the hook has started keeps the output open.
func postReceive(ctx context.Context, repo, refs string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return runHook(exec.CommandContext(ctx, filepath.Join(repo, "hooks", "post-receive")), refs) // want `the wait does not end when ctx is done: that kills the hook`
}

func runHook(cmd *exec.Cmd, refs string) error {
	var out bytes.Buffer
	cmd.Stdin = strings.NewReader(refs)
	cmd.Stdout = &out
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, out.String())
	}
	return nil
}
