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

// Looked for again and again, and killed only when it is still there.
func pollThenKill(p *os.Process) error {
	if err := p.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	for range 50 {
		if p.Signal(syscall.Signal(0)) != nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return p.Kill()
}
