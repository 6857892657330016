package childkill

import (
	"context"
	"os"
	"os/exec"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

type worker struct{ cmd *exec.Cmd }

// It is asked, and killed when it takes too long.
func (w *worker) Close(ctx context.Context) error {
	return lifecycle.Terminate(ctx, w.cmd.Process, 10*time.Second)
}

// Another process: force-kill reports it.
func replaced(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}
