package pipeorder

import (
	"bufio"
	"io"
	"log"
	"os"
	"os/exec"
)

// The last lines may come when the pipe has been closed.
func logged(cmd *exec.Cmd) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		for sc := bufio.NewScanner(out); sc.Scan(); {
			log.Println(sc.Text())
		}
	}()
	return cmd.Wait() // want `output is lost: cmd.Wait closes out, which may still be read`
}

// It is shown to the user.
func shown(cmd *exec.Cmd) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go io.Copy(os.Stdout, out)
	return cmd.Wait() // want `output is lost: cmd.Wait closes out, which may still be read`
}

// One text, which may be short.
func keyOf(cmd *exec.Cmd, secret string) ([]byte, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	_, _ = io.WriteString(in, secret) // want `the child and io.WriteString deadlock`
	_ = in.Close()
	key, err := io.ReadAll(out)
	_ = cmd.Wait()
	return key, err
}
