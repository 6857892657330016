package stopnotcalled

import (
	"context"
	"errors"

	"time"
)

// Each call leaves a ticker, which newer versions of Go collect.
func beat(ctx context.Context, send func() error) error {
	tick := time.NewTicker(time.Second) // want `tick is not stopped on the return at line 17: it keeps its timer, and each call leaves another one .*low confidence: since Go 1.23`
	for {
		select {
		case <-tick.C:
			if err := send(); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// One path stops it.
func beatOnce(ctx context.Context, send func() error) error {
	tick := time.NewTicker(time.Second) // want `tick is not stopped on the return at line 31`
	select {
	case <-tick.C:
	case <-ctx.Done():
		return errors.New("late")
	}
	tick.Stop()
	return send()
}

// scan: the goroutine that has the ticker returns before it starts the one that stops it.
func scan(ctx context.Context, files <-chan string, hash func([]string), report func()) {
	tick := time.NewTicker(time.Second) // want `tick is not stopped on the return at line 46`
	go func() {
		var list []string
		for file := range files {
			list = append(list, file)
		}
		if len(list) == 0 {
			return
		}
		done := make(chan struct{})
		go func() {
			for {
				select {
				case <-done:
					tick.Stop()
					return
				case <-tick.C:
					report()
				case <-ctx.Done():
					tick.Stop()
					return
				}
			}
		}()
		hash(list)
		close(done)
	}()
}

// watch: one path of the goroutine stops the ticker.
func watch(ctx context.Context, check func() error) {
	tick := time.NewTicker(time.Minute) // want `tick is not stopped on the return at line 76`
	go func() {
		for {
			select {
			case <-tick.C:
				if err := check(); err != nil {
					return
				}
			case <-ctx.Done():
				tick.Stop()
				return
			}
		}
	}()
}
