package leftopen

import (
	"io"
	"os"
	"os/exec"
)

// Both ends of a pipe have a descriptor: where the start fails, the one to write stays open.
func output(step string) ([]byte, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd := exec.Command("sh", "-c", step)
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		return nil, err // want `w, opened at line \d+, stays open on this return: its descriptor stays in use`
	}
	w.Close()
	out, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return out, cmd.Wait()
}
