package busyloop

import (
	"context"
	"errors"
)

type queue interface {
	pop(ctx context.Context) (string, error)
}

// The call may wait for something to arrive.
func popped(ctx context.Context, q queue, handle func(string)) {
	for ctx.Err() == nil { // want `loop takes a whole core while there is nothing to do`
		s, err := q.pop(ctx)
		if errors.Is(err, ErrEmpty) {
			continue
		}
		if err != nil {
			return
		}
		handle(s)
	}
}
