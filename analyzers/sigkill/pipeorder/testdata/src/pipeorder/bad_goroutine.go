package pipeorder

import (
	"io"
	"os/exec"
)

// The child answers when its input has ended, which is what the function reads first.
func streamed(in io.Reader, out io.Writer) error {
	cmd := exec.Command("sort")
	stdin, err := cmd.StdinPipe() // want `a child that reads its input to the end never exits`
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(stdin, in)
	}()
	if _, err := io.Copy(out, stdout); err != nil {
		return err
	}
	return cmd.Wait()
}
