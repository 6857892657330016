package leftopen

import (
	"io"
	"os"
	"os/exec"
)

// Silent: each path closes both ends.
func outputClosed(step string) ([]byte, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd := exec.Command("sh", "-c", step)
	cmd.Stdout = w
	err = cmd.Start()
	w.Close()
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return out, cmd.Wait()
}
