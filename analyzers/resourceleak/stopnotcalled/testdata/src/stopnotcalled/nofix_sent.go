package stopnotcalled

import (
	"context"
	"errors"
)

type refresher struct {
	ctx      context.Context
	requests chan context.CancelFunc
}

// A full queue does not take the cancel function.
func (r *refresher) refresh() error {
	ctx, cancel := context.WithCancel(r.ctx) // want `context that context.WithCancel derives is not canceled when its work is done: cancel is not called on the return at line 19`
	select {
	case r.requests <- cancel:
	default:
		return errors.New("busy")
	}
	<-ctx.Done()
	return nil
}
