package pipeorder

import (
	"io"
	"os/exec"
)

// The rest is read, the pipe is closed, or the child is killed.
func previewDrained(path string, limit int64) (string, error) {
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
	io.Copy(io.Discard, out)
	return string(head), cmd.Wait()
}

func previewClosed(path string, limit int64) (string, error) {
	cmd := exec.Command("git", "show", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	head, _ := io.ReadAll(io.LimitReader(out, limit))
	out.Close()
	return string(head), cmd.Wait()
}

func previewKilled(path string, limit int64) (string, error) {
	cmd := exec.Command("git", "show", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	head, _ := io.ReadAll(io.LimitReader(out, limit))
	cmd.Process.Kill()
	return string(head), cmd.Wait()
}

// All of it is read, after a head.
func previewWhole(path string, head []byte) error {
	cmd := exec.Command("git", "show", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := io.ReadFull(out, head); err != nil {
		return err
	}
	if _, err := io.ReadAll(out); err != nil {
		return err
	}
	return cmd.Wait()
}
