package pipeorder

import (
	"bufio"
	"io"
	"log"
	"os/exec"
	"sync"
)

// Nope. All is read before the wait.
func lines(cmd *exec.Cmd) (n int, err error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	for sc := bufio.NewScanner(out); sc.Scan(); n++ {
	}
	return n, cmd.Wait()
}

// Nope. The wait is that of an early return, and of a deferred call.
func firstLine(cmd *exec.Cmd, dry bool) (string, error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	if dry {
		return "", cmd.Wait()
	}
	defer cmd.Wait()
	return bufio.NewReader(out).ReadString('\n')
}

// Nope. The goroutine is waited for first.
func joined(cmd *exec.Cmd) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for sc := bufio.NewScanner(out); sc.Scan(); {
			log.Println(sc.Text())
		}
	}()
	wg.Wait()
	return cmd.Wait()
}

// Nope. It is closed, here or by the function that writes.
func closed(cmd *exec.Cmd, text string) error {
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		defer in.Close()
		_, _ = io.WriteString(in, text)
	}()
	return cmd.Wait()
}

func put(w io.WriteCloser, text string) error {
	_, err := io.WriteString(w, text)
	if e := w.Close(); err == nil {
		err = e
	}
	return err
}

func helped(cmd *exec.Cmd, text string) error {
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := put(in, text); err != nil {
		return err
	}
	return cmd.Wait()
}

// Nope. Nothing is written: the open pipe keeps the child running.
func kept(cmd *exec.Cmd) error {
	if _, err := cmd.StdinPipe(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

// Nope. The caller gets the pipe, and waits itself.
func opened(cmd *exec.Cmd) (io.WriteCloser, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	_, _ = io.WriteString(in, "hello\n")
	return in, cmd.Start()
}
