// Package rate has the names of golang.org/x/time/rate.
package rate

import "context"

type Limiter struct{ room chan struct{} }

func (l *Limiter) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case l.room <- struct{}{}:
		return nil
	}
}
