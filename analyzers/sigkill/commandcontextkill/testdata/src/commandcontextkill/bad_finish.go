package commandcontextkill

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"time"
)

// A camera is recorded until its context is canceled.
type camera struct {
	url     string
	encoder string
}

func newCamera(url string) *camera { return &camera{url: url, encoder: "/usr/bin/ffmpeg"} }

func (c *camera) encode(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.encoder, args...) // want `ffmpeg is killed with SIGKILL when ctx is done, before it has finished the file: Cancel is not set`
	cmd.WaitDelay = time.Second
	return cmd
}

func (c *camera) record(ctx context.Context, dir string) error {
	err := c.encode(ctx, "-i", c.url, "-c", "copy", filepath.Join(dir, "camera.mkv")).Run()
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return err
}

// The lock of the state stays.
func apply(ctx context.Context, dir string) ([]byte, error) {
	args := []string{"apply", "-auto-approve"}
	cmd := exec.CommandContext(ctx, "terraform", args...) // want `terraform is killed with SIGKILL when ctx is done, before it has released the lock of its state`
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

// The container runs on.
func inContainer(ctx context.Context, image, script string) error {
	return exec.CommandContext(ctx, "docker", "run", "--rm", image, script).Run() // want `docker is killed with SIGKILL when ctx is done, before it has stopped the container`
}

// A helper makes the command, and its caller does not wait in place.
func makeWorker(ctx context.Context) (*exec.Cmd, error) {
	path, err := exec.LookPath("worker")
	if err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, path), nil // want `is killed with SIGKILL when ctx is done, and cannot finish its work`
}

func startWorker(ctx context.Context, done chan<- error) error {
	child, err := makeWorker(ctx)
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	go func() { done <- child.Wait() }()
	return nil
}
