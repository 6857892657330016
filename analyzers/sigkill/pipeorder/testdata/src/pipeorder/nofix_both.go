package pipeorder

import (
	"bufio"
	"io"
	"os/exec"
)

// A filter that writes while it reads blocks, and so does its parent.
func filtered(cmd *exec.Cmd, page []byte) ([]byte, error) {
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
	if _, err := in.Write(page); err != nil { // want `the child and in.Write deadlock when the output exceeds the buffer of its pipe`
		return nil, err
	}
	if err := in.Close(); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(out)
	if err != nil {
		return nil, err
	}
	return data, cmd.Wait()
}

func sortedFrom(cmd *exec.Cmd, from io.Reader) (lines []string, err error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	_, err = io.Copy(in, from) // want `the child and io.Copy deadlock`
	_ = in.Close()
	for sc := bufio.NewScanner(out); sc.Scan(); {
		lines = append(lines, sc.Text())
	}
	_ = cmd.Wait()
	return lines, err
}
