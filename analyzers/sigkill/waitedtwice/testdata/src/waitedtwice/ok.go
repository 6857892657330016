package waitedtwice

import (
	"errors"
	"log"
	"os"
	"os/exec"
)

type decoder struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error
}

func open(tool string) (*decoder, error) {
	d := &decoder{cmd: exec.Command(tool), done: make(chan struct{})}
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(d.done)
		d.err = d.cmd.Wait()
	}()
	return d, nil
}

// Nope. It waits for the goroutine.
func (d *decoder) Close() error {
	if err := d.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-d.done
	return d.err
}

// Nope. One of the two.
func either(tool string, detached bool) error {
	cmd := exec.Command(tool)
	if err := cmd.Start(); err != nil {
		return err
	}
	if detached {
		go func() { _ = cmd.Wait() }()
		return nil
	}
	return cmd.Wait()
}

// Nope. Two returns, and no goroutine.
func twoReturns(tool string) error {
	cmd := exec.Command(tool)
	if err := cmd.Start(); err != nil {
		return err
	}
	if cmd.Process.Pid%2 == 0 {
		return cmd.Wait()
	}
	log.Print("odd")
	return cmd.Wait()
}

type tool struct{ cmd *exec.Cmd }

// Nope. Each of the two starts the command that it waits for.
func (t *tool) background(name string) error {
	t.cmd = exec.Command(name)
	if err := t.cmd.Start(); err != nil {
		return err
	}
	go func() { _ = t.cmd.Wait() }()
	return nil
}

func (t *tool) foreground(name string) error {
	t.cmd = exec.Command(name)
	if err := t.cmd.Start(); err != nil {
		return err
	}
	return t.cmd.Wait()
}

// Nope. The wait ends a failed start.
func early(name string, prepare func() error) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := prepare(); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}
