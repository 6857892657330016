package closedchannelspin

import (
	"context"
	"log"
	"os"
	"time"
)

// Nope. The channel is set to nil.
func once(ctx context.Context, in <-chan int, use func(int)) {
	done := ctx.Done()
	for {
		select {
		case <-done:
			done = nil
			log.Print("finishing")
		case n, ok := <-in:
			if !ok {
				return
			}
			use(n)
		}
	}
}

// Nope. What follows the select leaves the loop.
func follows(ctx context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done():
			log.Print("done")
		case n := <-in:
			use(n)
			continue
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// Nope. It waits for the other channel.
func rest(ctx context.Context, in <-chan int, flushed <-chan bool, use func(int)) {
	for {
		select {
		case <-ctx.Done():
			<-flushed
		case n := <-in:
			use(n)
		}
	}
}

// Nope. It pauses, or another context begins.
func again(ctx context.Context, next func() context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done():
			ctx = next()
		case n := <-in:
			use(n)
		}
	}
}

func slowly(ctx context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done():
			time.Sleep(time.Second)
		case n := <-in:
			use(n)
		}
	}
}

// Nope. The process ends.
func exits(ctx context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done():
			log.Print("done")
			os.Exit(1)
		case n := <-in:
			use(n)
		}
	}
}

// Nope. It is sent to, and never closed.
type sent struct{ wake chan struct{} }

func (s *sent) run() {
	for {
		select {
		case <-s.wake:
			log.Print("woken")
		}
	}
}

func (s *sent) Wake() { s.wake <- struct{}{} }

// Nope. The context never ends.
func never(in <-chan int, use func(int)) {
	ctx := context.Background()
	for {
		select {
		case <-ctx.Done():
			log.Print("done")
		case n := <-in:
			use(n)
		}
	}
}

// Nope. That the goroutine cannot be stopped is another check's finding.
func startsBreaking(ctx context.Context, in <-chan int, use func(int)) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				break
			case n := <-in:
				use(n)
			}
		}
	}()
}

// Nope. The break after the select leaves the loop.
func retries(ctx context.Context, retry, late <-chan time.Time, dispatch func() error) (err error) {
	for {
		if err = dispatch(); err == nil {
			break
		}
		select {
		case <-retry:
			if ctx.Err() == nil {
				continue
			}
		case <-late:
		case <-ctx.Done():
		}
		break
	}
	return err
}
