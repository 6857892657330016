package stopoverwritten

import (
	"context"
	"sync"
	"time"
)

// every returns what alone ends its goroutine.
func every(d time.Duration, f func()) (stop func()) {
	done := make(chan struct{})
	var once sync.Once
	go func() {
		t := time.NewTicker(d)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() { once.Do(func() { close(done) }) }
}

// until returns the cancel function of its goroutine's context.
func until(f func()) context.CancelFunc {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
				f()
			}
		}
	}()
	return cancel
}

// uplink is a callback of the bus, which connects as often as it has to.
type uplink struct {
	stop, end func()
}

func newUplink(b *bus) *uplink {
	l := new(uplink)
	b.onConnect(l.connected)
	return l
}

func (l *uplink) connected() {
	l.stop = every(time.Second, l.beat) // want `goroutine started at line 56 can no longer be stopped after a second call of connected, which overwrites l.stop, and nothing calls it before`
	l.end = until(l.beat)               // want `goroutine started at line 57 can no longer be stopped after a second call of connected, which overwrites l.end, and nothing calls it before`
}

func (l *uplink) beat() {}

func (l *uplink) Close() {
	l.stop()
	l.end()
}

type bus struct{ hooks []func() }

func (b *bus) onConnect(f func()) { b.hooks = append(b.hooks, f) }
