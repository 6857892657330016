package pipeorder

import (
	"bufio"
	"compress/gzip"
	"io"
	"os/exec"
)

// The copy is waited for, too late: the pipe is closed under it.
func archived(cmd *exec.Cmd, to io.Writer) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	zip := gzip.NewWriter(to)
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(zip, out)
		copied <- err
	}()
	if err := cmd.Wait(); err != nil { // want `output is lost: cmd.Wait closes out, which may still be read`
		return err
	}
	if err := <-copied; err != nil {
		return err
	}
	return zip.Close()
}

// So is a list of lines.
func collected(cmd *exec.Cmd) (lines []string, err error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for sc := bufio.NewScanner(out); sc.Scan(); {
			lines = append(lines, sc.Text())
		}
	}()
	err = cmd.Wait() // want `output is lost: cmd.Wait closes out, which may still be read`
	<-done
	return lines, err
}
