package forcekill

import (
	"context"
	"os"
	"syscall"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// Asked, given time, and killed only then.
func good(p *os.Process, gone <-chan struct{}) error {
	if err := p.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-gone:
		return nil
	case <-time.After(10 * time.Second):
		return p.Kill()
	}
}

// The same by lifecycle.
func terminate(ctx context.Context, p *os.Process) error {
	return lifecycle.Terminate(ctx, p, 10*time.Second)
}
