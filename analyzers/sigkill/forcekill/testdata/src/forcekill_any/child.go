package forcekill_any

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
)

// What it is given and what it prints are not all that it does.
type deployment struct {
	cmd *exec.Cmd
	out bytes.Buffer
}

func deploy(plan string) (*deployment, error) {
	d := &deployment{cmd: exec.Command("deploy")}
	d.cmd.Stdin = strings.NewReader(plan)
	d.cmd.Stdout = &d.out
	return d, d.cmd.Start()
}

func (d *deployment) Finish() error {
	return d.cmd.Process.Kill() // want `d.cmd.Process.Kill: the process cannot finish its work`
}

// This program's own terminal is no pipe.
type shell struct{ cmd *exec.Cmd }

func openShell() (*shell, error) {
	s := &shell{cmd: exec.Command("sh")}
	s.cmd.Stdin, s.cmd.Stdout = os.Stdin, os.Stdout
	return s, s.cmd.Start()
}

func (s *shell) Finish() error {
	return s.cmd.Process.Kill() // want `s.cmd.Process.Kill: the process cannot finish its work`
}

// Closing what it serves asks it, but leaves it no time.
func (b *backend) Abandon() error {
	return errors.Join(b.client.Close(), b.cmd.Process.Kill()) // want `b.cmd.Process.Kill: the process has no time to finish its work`
}

// A process of somebody else's is no child that did not come up.
func replaceOther(pid int, replace func() error) error {
	other, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	if err := replace(); err != nil {
		_ = other.Kill() // want `other.Kill: the process cannot finish its work`
		return err
	}
	return nil
}

// What others started for its output may do more than to print.
type printer struct{ cmd *exec.Cmd }

func startPrinter(program string, print func(*os.File)) (*printer, error) {
	cmd := exec.Command(program)
	if _, err := cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return &printer{cmd}, cmd.Start()
}

func (p *printer) Finish() error {
	return p.cmd.Process.Kill() // want `p.cmd.Process.Kill: the process cannot finish its work`
}

// Nor is one that the function looks after until a signal comes.
func supervise(program string, signals chan os.Signal, relay func(io.Reader)) error {
	cmd := exec.Command(program)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go relay(out)
	<-signals
	return cmd.Process.Kill() // want `cmd.Process.Kill: the process cannot finish its work`
}

func superviseUntil(program string, relay func(io.Reader)) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cmd := exec.Command(program)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go relay(out)
	<-ctx.Done()
	return cmd.Process.Kill() // want `cmd.Process.Kill: the process cannot finish its work`
}
