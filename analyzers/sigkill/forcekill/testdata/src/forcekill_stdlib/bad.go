package forcekill

import (
	"os"
	"os/exec"
)

func stop(p *os.Process, cmd *exec.Cmd) {
	p.Kill()                    // want `p.Kill: the process cannot finish its work`
	cmd.Process.Signal(os.Kill) // want `cmd.Process.Signal with os.Kill`
}
