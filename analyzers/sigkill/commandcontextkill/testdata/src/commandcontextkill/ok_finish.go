package commandcontextkill

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// The output goes to a pipe.
func frames(ctx context.Context, in string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "ffmpeg", "-i", in, "-f", "image2pipe", "-").Output()
	if ctx.Err() != nil {
		return out, nil
	}
	return out, err
}

// It acquires no lock.
func shown(ctx context.Context) ([]byte, error) {
	return exec.CommandContext(ctx, "terraform", "show", "-json").Output()
}

// The container is started, and that is all.
func detached(ctx context.Context, image string) error {
	return exec.CommandContext(ctx, "docker", "run", "-d", image).Run()
}

// All calls pass a context with a deadline.
func tofu(ctx context.Context, args ...string) ([]byte, error) {
	return exec.CommandContext(ctx, "tofu", args...).CombinedOutput()
}

func refresh() ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	return tofu(ctx, "refresh")
}

// The helper that makes the command sets Cancel.
func politeHelm(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "helm", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	return cmd
}

func upgrade(ctx context.Context, name, chart string) error {
	return politeHelm(ctx, "upgrade", name, chart).Run()
}

// The caller of the helper does.
func bareHelm(ctx context.Context, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, "helm", args...)
}

func rollback(ctx context.Context, name string) error {
	cmd := bareHelm(ctx, "rollback", name)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	return cmd.Run()
}

// A step of the work, made by a helper.
func gitCommand(ctx context.Context, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, "git", args...)
}

func gitLog(ctx context.Context) ([]byte, error) { return gitCommand(ctx, "log").Output() }
