package waitedtwice

import (
	"context"
	"log"
	"os"
	"os/exec"
)

type encoder struct {
	cmd  *exec.Cmd
	done chan struct{}
}

func start(tool string) (*encoder, error) {
	e := &encoder{cmd: exec.Command(tool), done: make(chan struct{})}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(e.done)
		if err := e.cmd.Wait(); err != nil {
			log.Print(err)
		}
	}()
	return e, nil
}

func (e *encoder) Close() error {
	if err := e.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return e.cmd.Wait() // want `e.cmd.Wait returns an error immediately, before the child has exited: a goroutine waits for it already \(line 22\)`
}

// The function itself waits again.
func run(ctx context.Context, tool string) error {
	cmd := exec.Command(tool)
	if err := cmd.Start(); err != nil {
		return err
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	select {
	case err := <-exited:
		return err
	case <-ctx.Done():
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // want `cmd.Wait returns an error immediately`
		return ctx.Err()
	}
}

type relay struct{ child *exec.Cmd }

// A method is the goroutine.
func (r *relay) open(tool string) error {
	r.child = exec.Command(tool)
	if err := r.child.Start(); err != nil {
		return err
	}
	go r.reap()
	return nil
}

func (r *relay) reap() {
	if err := r.child.Wait(); err != nil {
		log.Print(err)
	}
}

func (r *relay) shut() {
	_ = r.child.Process.Kill()
	_ = r.child.Wait() // want `r.child.Wait returns an error immediately`
}
