package uncancellablesleep

import (
	"context"
	"fmt"
	"log"
	"time"
)

// The end is a panic, or that of the process: the loop sees to that itself.
func mustCount(ctx context.Context, want int) {
	for {
		select {
		case <-ctx.Done():
			panic(fmt.Errorf("waited for %d in vain", want))
		default:
			if busy() {
				return
			}
			time.Sleep(2 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
		}
	}
}

func mustSee(ctx context.Context) {
	for !busy() {
		if ctx.Err() != nil {
			log.Fatalf("never seen: %v", ctx.Err())
		}
		time.Sleep(2 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
}

// What the loop returns is repeated, verbs included.
func await(ctx context.Context, name string) error {
	var last error
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %v", name, last)
		default:
		}
		if last = call(ctx); last == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
}

// A pause of several lines.
func (w *worker) spread(ctx context.Context, keys []string) {
	for {
		select {
		case <-ctx.Done():
			log.Print("spread")
			return
		default:
			_ = call(ctx)
		}
		time.Sleep(time.Second * time.Duration(func() int { // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
			if len(keys) == 0 {
				return 10
			}
			return len(keys)
		}()))
	}
}

// A number of rounds, with nothing left to know of them: no more come.
func (w *worker) daemon(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; i < 10; i++ {
			time.Sleep(time.Minute) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
			_ = call(ctx)
		}
		log.Print("done")
	}()
	<-done
}

// What follows goes by how the last round went.
func (w *worker) last(ctx context.Context) bool {
	var err error
	for i := 0; i < 10; i++ {
		time.Sleep(time.Minute) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
		err = call(ctx)
	}
	log.Print("done")
	return err == nil
}

// The loop has something to do when the end has come, and does it in its next round.
func mirror(ctx context.Context, links chan string, restart func(string) error, cleanUp func()) {
	for {
		select {
		case <-ctx.Done():
			cleanUp()
		case link := <-links:
			if restart(link) != nil {
				time.Sleep(10 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
				links <- link
			}
		}
	}
}
