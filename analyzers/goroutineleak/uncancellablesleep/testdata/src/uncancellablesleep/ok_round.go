package uncancellablesleep

import (
	"context"
	"time"
)

// The context is the round's: it ends with the call, and knows nothing of a shutdown.
func untilAnswered() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	err := call(ctx)
	cancel()
	for err != nil {
		ctx, cancel = context.WithTimeout(context.Background(), time.Second)
		err = call(ctx)
		cancel()
		time.Sleep(5 * time.Second)
	}
	return nil
}
