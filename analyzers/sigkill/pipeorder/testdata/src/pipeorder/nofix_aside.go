package pipeorder

import (
	"bufio"
	"io"
	"os/exec"
)

// A helper starts the goroutine that reads, and another one waits.
func spawnPumped(name string, emit func([]byte), exit func(error)) error {
	cmd := exec.Command(name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	pumpOut(out, emit)
	go func() {
		err := cmd.Wait() // want `output is lost: cmd.Wait closes out, which may still be read`
		exit(err)
	}()
	return nil
}

func pumpOut(r io.Reader, emit func([]byte)) {
	go func() {
		buf := make([]byte, 1024)
		for {
			n, err := r.Read(buf)
			if n > 0 {
				emit(append([]byte(nil), buf[:n]...))
			}
			if err != nil {
				return
			}
		}
	}()
}

// One goroutine reads, and another one waits.
func spawnRead(name string, emit func(string), exit func(error)) error {
	cmd := exec.Command(name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		s := bufio.NewScanner(out)
		for s.Scan() {
			emit(s.Text())
		}
	}()
	go func() {
		exit(cmd.Wait()) // want `output is lost: cmd.Wait closes out, which may still be read`
	}()
	return nil
}

// The goroutine passes what it reads on.
func spawnPassing(name string, emit func([]byte)) error {
	cmd := exec.Command(name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go readOut(out, emit)
	return cmd.Wait() // want `output is lost: cmd.Wait closes out, which may still be read`
}

func readOut(r io.Reader, emit func([]byte)) {
	buf := make([]byte, 1024)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			emit(append([]byte(nil), buf[:n]...))
		}
		if err != nil {
			return
		}
	}
}

// The function waits itself.
func spawnWaiting(name string, emit func([]byte)) error {
	cmd := exec.Command(name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	pumpOut(out, emit)
	return cmd.Wait() // want `output is lost: cmd.Wait closes out, which may still be read`
}
