package lifecycle

import (
	"context"
	"time"
)

// Detach returns a context for work that must outlive ctx: it keeps the values
// of ctx (request ID, trace), drops its cancellation and its deadline, and ends
// after timeout or when the returned function is called. A timeout of zero or
// less gives a context that has already ended.
//
//	defer func() {
//		ctx, cancel := lifecycle.Detach(ctx, 5*time.Second)
//		defer cancel()
//		lock.Unlock(ctx)
//	}()
func Detach(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), timeout)
}
