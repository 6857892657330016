package pipeorder

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"sync"
)

// A goroutine reads the other one.
func concurrently(cmd *exec.Cmd) ([]byte, error) {
	stdout, _ := cmd.StdoutPipe()
	stderr, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var msg bytes.Buffer
	var wg sync.WaitGroup
	wg.Go(func() { io.Copy(&msg, stderr) })
	out, err := io.ReadAll(stdout)
	if err != nil {
		return nil, err
	}
	wg.Wait()
	return out, cmd.Wait()
}

// Both are read in goroutines, by a helper.
func started(cmd *exec.Cmd) error {
	stdout, _ := cmd.StdoutPipe()
	stderr, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		return err
	}
	var wg sync.WaitGroup
	wg.Add(2)
	go discard(&wg, stdout)
	go discard(&wg, stderr)
	wg.Wait()
	return cmd.Wait()
}

func discard(wg *sync.WaitGroup, r io.Reader) {
	defer wg.Done()
	io.Copy(io.Discard, r)
}

// Only its first line is read before the other one.
func greeted(cmd *exec.Cmd) ([]byte, error) {
	stdout, _ := cmd.StdoutPipe()
	stderr, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	greeting := bufio.NewReader(stdout)
	if _, err := greeting.ReadString('\n'); err != nil {
		return nil, err
	}
	return io.ReadAll(stderr)
}

// They are of two programs.
func apart(a, b *exec.Cmd) error {
	stdout, _ := a.StdoutPipe()
	stderr, _ := b.StderrPipe()
	if err := a.Start(); err != nil {
		return err
	}
	if err := b.Start(); err != nil {
		return err
	}
	io.Copy(io.Discard, stdout)
	io.Copy(io.Discard, stderr)
	return nil
}

// One of them is read, depending on what is asked for.
func either(cmd *exec.Cmd, errors bool) ([]byte, error) {
	stdout, _ := cmd.StdoutPipe()
	stderr, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if !errors {
		return io.ReadAll(stdout)
	}
	return io.ReadAll(stderr)
}
