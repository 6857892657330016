package commandcontextkill

import (
	"context"
	"os/exec"
	"syscall"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// Asked first.
func good(ctx context.Context, done chan<- error) error {
	cmd := lifecycle.Graceful(exec.CommandContext(ctx, "worker"), 10*time.Second)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { done <- cmd.Wait() }()
	return nil
}

// The same in the plain form.
type worker struct{ proc *exec.Cmd }

func (w *worker) start(ctx context.Context) error {
	w.proc = exec.CommandContext(ctx, "worker")
	w.proc.Cancel = func() error { return w.proc.Process.Signal(syscall.SIGTERM) }
	w.proc.WaitDelay = grace
	return w.proc.Start()
}

// Run to its end on the spot: the context limits it.
func short(ctx context.Context) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", "log")
	return cmd.Output()
}

func streamed(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "git", "log")
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

// A deadline: who is late is killed.
func bounded(done chan<- error) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	cmd := exec.CommandContext(ctx, "worker")
	if err := cmd.Start(); err != nil {
		cancel()
		return err
	}
	go func() { defer cancel(); done <- cmd.Wait() }()
	return nil
}

// Without a context nothing kills it.
func plain() error {
	cmd := exec.Command("worker")
	return cmd.Start()
}

// Nope. The function waits for it, by way of a goroutine.
func toldByAnother(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "worker")
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-ctx.Done():
		<-done
		return ctx.Err()
	case err := <-done:
		return err
	}
}

// A helper of the package sets it.
func prepared(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "worker")
	polite(cmd)
	return cmd.Start()
}

func polite(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
}
