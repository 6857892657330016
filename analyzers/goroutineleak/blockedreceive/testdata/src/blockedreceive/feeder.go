package blockedreceive

import "context"

type event struct{ first bool }

// The goroutine closes the channel itself, but not when the context ends: neither
// does the wait then.
func watch(ctx context.Context, events chan event) error {
	loaded := make(chan struct{})
	go follow(ctx, events, loaded)

	// Nothing is known before.
	<-loaded // want `receive from loaded blocks forever when the goroutine started at line \d+ returns at line \d+ without sending or closing`
	return nil
}

func follow(ctx context.Context, events chan event, loaded chan<- struct{}) {
	for {
		select {
		case e := <-events:
			if e.first {
				close(loaded)
			}
		case <-ctx.Done():
			return
		}
	}
}
