package exitskipsstop

import (
	"context"
	"os"
)

// The server has been shut down, there or in what the method calls.
func (d *restarting) upgradeWell(ctx context.Context) {
	d.drain(ctx)
	os.Exit(0)
}

func (d *restarting) drain(ctx context.Context) { _ = d.srv.Shutdown(ctx) }

// It has failed.
func (d *restarting) fail() { os.Exit(1) }
