package timerdrain

import (
	"context"
	"log"
	"time"
)

// Whether the channel is open has nothing to do with the timer.
func watch(ctx context.Context, in <-chan []byte, idle time.Duration, forward func([]byte)) {
	t := time.NewTimer(idle)
	defer t.Stop()
	for {
		select {
		case p, ok := <-in:
			if !ok {
				return
			}
			forward(p)
			if !t.Stop() {
				<-t.C // want `receive from t\.C blocks forever: the only value was received at line 24`
			}
			t.Reset(idle)
		case <-t.C:
			log.Print("idle")
		case <-ctx.Done():
			return
		}
	}
}
