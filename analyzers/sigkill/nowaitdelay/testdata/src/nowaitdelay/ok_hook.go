package nowaitdelay

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// The command is given a limit before it is passed on.
func preReceive(ctx context.Context, repo, refs string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(repo, "hooks", "pre-receive"))
	cmd.WaitDelay = 5 * time.Second
	return runHook(cmd, refs)
}

// The function that runs it sets one.
func update(ctx context.Context, repo string) ([]byte, error) {
	return limitedHook(exec.CommandContext(ctx, filepath.Join(repo, "hooks", "update")))
}

func limitedHook(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = 5 * time.Second
	return cmd.Output()
}

// The output goes to files.
func rotate(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "rotate.sh"))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// The program is one binary.
func version(ctx context.Context, dir string) ([]byte, error) {
	return exec.CommandContext(ctx, filepath.Join(dir, "bin", "convert")).Output()
}
