package main

import (
	"bufio"
	"io"
	"log"
	"os/exec"
)

func copied(w io.Writer) error {
	cmd := exec.Command("make")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go io.Copy(w, out) // want `output of the command may be lost: Wait at line 20 closes the pipe that io.Copy reads, and does not wait for it`
	return cmd.Wait()
}

func logged() error {
	cmd := exec.Command("make")
	out, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	go func() { // want `output of the command may be lost: Wait at line 38 closes the pipe that the goroutine reads`
		for lines.Scan() {
			log.Println(lines.Text())
		}
	}()
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return err
	}
	return nil
}

func passedOn() error {
	cmd := exec.Command("make")
	out, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	go func(r io.Reader) { // want `output of the command may be lost`
		_, _ = io.Copy(io.Discard, r)
	}(out)
	_ = cmd.Start()
	return cmd.Wait()
}
