package pipeorder

import (
	"fmt"
	"io"
	"os/exec"
)

type speller struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func (s *speller) start() (err error) {
	s.cmd = exec.Command("aspell", "-a")
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return err
	}
	go func() { _ = s.cmd.Wait() }() // it stays, and is asked again
	return s.cmd.Start()
}

func (s *speller) ask(word string) { fmt.Fprintln(s.in, word) }

// Silent: it is killed first.
func (s *speller) stop() error {
	s.ask("bye")
	_ = s.cmd.Process.Kill()
	return s.cmd.Wait()
}

type sorter struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func (s *sorter) start() (err error) {
	s.cmd = exec.Command("sort")
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return err
	}
	return s.cmd.Start()
}

// Silent: it is closed.
func (s *sorter) finish(line string) error {
	fmt.Fprintln(s.in, line)
	_ = s.in.Close()
	return s.cmd.Wait()
}
