package uncancellablesleep

import (
	"context"
	"log"
	"time"
)

// The case for the end only notes it: without the pause the loop spins.
func publish(ctx context.Context, try func() error) string {
	for {
		if try() == nil {
			break
		}
		select {
		case <-ctx.Done():
			log.Print(ctx.Err())
		default:
			<-time.After(time.Hour) // want `shutdown is delayed by time.After in the loop at line \d+: it does not return when ctx is done`
		}
	}
	return "published"
}
