package stopnevercalled

import (
	"sync"
	"time"
)

func every(d time.Duration, f func()) (stop func()) {
	done := make(chan struct{})
	var once sync.Once
	go func() {
		for {
			select {
			case <-time.After(d):
				f()
			case <-done:
				return
			}
		}
	}()
	return func() { once.Do(func() { close(done) }) }
}

// refreshing drops what it would have to call, and another function does not.
func refreshing(load func()) {
	every(time.Minute, load) // want `the goroutine started at .*:11 is leaked: nothing calls the cleanup function that every returns`
	load()
}

func refreshedTwice(load func()) {
	stop := every(time.Minute, load)
	defer stop()
	load()
}
