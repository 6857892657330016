package stopnotcalled

import (
	"context"
	"time"
)

// The caller works with the context that is returned: a deferred cancel would end it before.
func limited(ctx context.Context, text string) context.Context {
	if d, err := time.ParseDuration(text); err == nil {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, d) // want `context that context.WithTimeout derives is not canceled when its work is done: cancel is not called on any path`
		_ = cancel
	}
	return ctx
}
