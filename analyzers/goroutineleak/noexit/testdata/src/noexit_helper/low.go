package noexit

import (
	"time"

	"example.com/safe"
)

// It has a way out.
func (p *poller) until(stop chan struct{}) {
	safe.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Minute):
				p.poll()
			}
		}
	})
}

// No goroutine: whoever calls it waits.
func (p *poller) each() {
	safe.Each(1, func(int) {
		for {
			p.poll()
			time.Sleep(time.Minute)
		}
	})
}

// There is one for the life of the process, whoever starts its goroutine.
type watcher struct{ p *poller }

func (w *watcher) watch() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		w.p.poll()
		time.Sleep(time.Minute)
	}
}

var sharedWatcher *watcher

func shared(p *poller) *watcher {
	if sharedWatcher == nil {
		sharedWatcher = &watcher{p}
		safe.Go(sharedWatcher.watch)
	}
	return sharedWatcher
}
