package childnotwaited

import (
	"bufio"
	"os/exec"
)

type camera struct {
	cmd *exec.Cmd
	out *bufio.Reader
}

func record(tool string) (*camera, error) {
	cmd := exec.Command(tool)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil { // want `nothing calls cmd\.Wait`
		return nil, err
	}
	return &camera{cmd, bufio.NewReader(out)}, nil
}

// A kill leaves the zombie.
func (c *camera) Close() error { return c.cmd.Process.Kill() }
