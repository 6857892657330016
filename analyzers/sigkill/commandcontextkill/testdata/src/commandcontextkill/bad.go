package commandcontextkill

import (
	"context"
	"os"
	"os/exec"
	"time"
)

type supervisor struct {
	cmd *exec.Cmd
}

func (s *supervisor) start(ctx context.Context) error {
	s.cmd = exec.CommandContext(ctx, "worker", "--queue", "mail") // want `s.cmd is killed with SIGKILL when ctx is done`
	return s.cmd.Start()
}

func (s *supervisor) wait() error { return s.cmd.Wait() }

// Waited for in a goroutine.
func background(ctx context.Context, done chan<- error) error {
	child := exec.CommandContext(ctx, "worker") // want `child is killed with SIGKILL when ctx is done`
	child.Env = append(child.Environ(), "A=1")
	if err := child.Start(); err != nil {
		return err
	}
	go func() { done <- child.Wait() }()
	return nil
}

// A local first, a field then.
func newSupervisor(ctx context.Context) (*supervisor, error) {
	cmd := exec.CommandContext(ctx, "worker") // want `cmd is killed with SIGKILL when ctx is done`
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &holder{}
	s.child = cmd
	return &supervisor{}, nil
}

type holder struct{ child *exec.Cmd }

const grace = time.Second

// Its log goes somewhere: that is no stream.
func logged(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "worker") // want `cmd is killed with SIGKILL when ctx is done`
	cmd.Stdout = os.Stdout
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait()
	return nil
}
