package uncancellablesleep

import (
	"context"
	"log"
	"time"
)

// The goroutine says how it ended wherever it returns: a return without that
// would leave the caller waiting.
func stopAndWait(ctx context.Context, ask func(context.Context) (bool, error)) error {
	ended := make(chan error, 1)
	go func() {
		for {
			done, err := ask(ctx)
			if err != nil || done {
				ended <- err
				return
			}
			time.Sleep(5 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
		}
	}()
	return <-ended
}

// The loop waits for something, and what follows needs it.
func whenReady(ctx context.Context, ask func(context.Context) bool) {
	for !ask(ctx) {
		time.Sleep(5 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
	log.Print("ready")
}

// Only a value ends it: there is nothing to return instead, and nothing behind it.
func stable(ctx context.Context) string {
	for {
		time.Sleep(2 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
		if value, err := fetch[string](ctx, "key"); err == nil {
			return value
		}
	}
}

// The loop further out looks at the signal, and does more than leave: without the
// pause this one would go on at full speed.
func followUp(done chan struct{}, applied chan int, ready <-chan int, retrieve func(int) error) {
	for {
		select {
		case <-done:
			close(applied)
			return
		case n := <-ready:
			for {
				if retrieve(n) == nil {
					break
				}
				time.Sleep(2 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
			}
			applied <- n
		}
	}
}
