package forcekill

import (
	"os"
	"os/exec"
)

func stop(p *os.Process, cmd *exec.Cmd) {
	p.Kill()                    // want `p.Kill: the process cannot finish its work`
	cmd.Process.Signal(os.Kill) // want `cmd.Process.Signal with os.Kill`
}

type runner struct {
	p    *os.Process
	done chan struct{}
}

// The field may hold the next process when the ten seconds are over.
func (r *runner) stop() error {
	if err := r.p.Kill(); err != nil { // want `r.p.Kill: the process cannot finish its work`
		return err
	}
	<-r.done
	return nil
}

func (r *runner) end() error {
	return r.p.Kill() // want `r.p.Kill: the process cannot finish its work`
}

func pipeClosed(cmd *exec.Cmd) error {
	if cmd.Process != nil {
		_ = cmd.Process.Kill() // want `cmd.Process.Kill: the process cannot finish its work`
	}
	return cmd.Wait()
}
