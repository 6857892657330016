package blockedreceive

import (
	"sync"
	"time"
)

type requests struct{ open sync.WaitGroup }

func (r *requests) Drained() <-chan struct{} {
	done := make(chan struct{}) // want `receives from the channel that Drained returns block forever: nothing closes it or sends on it`
	go func() {
		r.open.Wait()
	}()
	return done
}

func Later(d time.Duration) <-chan time.Time {
	at := make(chan time.Time, 1) // want `receives from the channel that Later returns block forever`
	go func() {
		time.Sleep(d)
	}()
	return at
}
