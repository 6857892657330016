package forcekill

import (
	"os"
	"os/exec"
	"time"
)

type terminal struct {
	cmd    *exec.Cmd
	end    os.Signal
	closed chan struct{}
}

// Asked first, if there is somebody to ask.
func (t *terminal) Close() {
	if t.cmd.Process != nil {
		t.cmd.Process.Signal(t.end)
	}
	select {
	case <-t.closed:
	case <-time.After(10 * time.Second):
		t.cmd.Process.Kill() // want `t\.cmd\.Process\.Kill: the process cannot finish its work`
	}
}

// Two timers, of which the first asks.
func limited(cmd *exec.Cmd, limit time.Duration) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	ask := time.AfterFunc(limit, func() { cmd.Process.Signal(os.Interrupt) })
	defer ask.Stop()
	kill := time.AfterFunc(2*limit, func() { cmd.Process.Kill() }) // want `cmd\.Process\.Kill: the process cannot finish its work`
	defer kill.Stop()
	return cmd.Wait()
}
