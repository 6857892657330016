package pipeorder

import (
	"io"
	"os/exec"
)

// A part of the output is read, and the child blocks when it writes more than the pipe holds.
func preview(path string, limit int64) (string, error) {
	cmd := exec.Command("git", "show", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	head, err := io.ReadAll(io.LimitReader(out, limit))
	if err != nil {
		return "", err
	}
	return string(head), cmd.Wait() // want `cmd.Wait never returns when the child writes more than io.LimitReader takes \(line \d+\): the rest fills the pipe of out, and the child blocks`
}

func previewAll(path string, limit int64) (string, error) {
	cmd := exec.Command("git", "show", path)
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		return "", err
	}
	text, err := truncated(out, limit)
	if err != nil {
		return "", err
	}
	if err := cmd.Wait(); err != nil { // want `cmd.Wait never returns when the child writes more than truncated takes \(line \d+\): the rest fills the pipe of out, and the child blocks`
		return "", err
	}
	return text, nil
}

func truncated(out io.Reader, limit int64) (string, error) {
	var buf []byte
	var err error
	if limit < 0 {
		buf, err = io.ReadAll(out)
	} else {
		buf, err = io.ReadAll(io.LimitReader(out, limit))
	}
	return string(buf), err
}
