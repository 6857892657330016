package main

import (
	"io"
	"os/exec"
	"sync"
)

// The reader is waited for.
func readFirst(w io.Writer) error {
	cmd := exec.Command("make")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var readers sync.WaitGroup
	readers.Add(1)
	go func() {
		defer readers.Done()
		io.Copy(w, out)
	}()
	readers.Wait()
	return cmd.Wait()
}

// The command itself copies.
func copiedByCommand(w io.Writer) error {
	cmd := exec.Command("make")
	cmd.Stdout = w
	return cmd.Run()
}

// The goroutine reads another command's pipe, which nothing here waits for.
func other(w io.Writer, out io.Reader) error {
	cmd := exec.Command("make")
	go io.Copy(w, out)
	return cmd.Run()
}
