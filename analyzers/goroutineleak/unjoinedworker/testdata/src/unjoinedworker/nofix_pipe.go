package main

import (
	"io"
	"os/exec"
)

// Before Run there is nothing to read.
func ran(w io.Writer) error {
	cmd := exec.Command("make")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	go io.Copy(w, out) // want `output of the command may be lost: Run at line 16 closes the pipe`
	return cmd.Run()
}
