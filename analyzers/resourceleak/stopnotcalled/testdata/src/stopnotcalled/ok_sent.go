package stopnotcalled

import (
	"context"
	"errors"
)

// Silent: each case does something with the function.
func (r *refresher) okRefresh() error {
	ctx, cancel := context.WithCancel(r.ctx)
	select {
	case r.requests <- cancel:
	default:
		cancel()
		return errors.New("busy")
	}
	<-ctx.Done()
	return nil
}

func (r *refresher) okWait(ctx context.Context) error {
	running, cancel := context.WithCancel(ctx)
	select {
	case r.requests <- cancel:
	case <-running.Done():
		return running.Err()
	}
	return nil
}
