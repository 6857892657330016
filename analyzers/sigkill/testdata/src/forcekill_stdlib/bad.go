package forcekill

import (
	"os"
	"os/exec"
)

func stop(p *os.Process, cmd *exec.Cmd) {
	p.Kill()                    // want `p.Kill: the first signal`
	cmd.Process.Signal(os.Kill) // want `cmd.Process.Signal with os.Kill`
}
