package tickerrange

import (
	"sync"
	"time"
)

// Started once in the life of the process.
var startCleaner sync.Once

func clean() {
	startCleaner.Do(func() { go cleaner() })
}

func cleaner() {
	for range time.NewTicker(time.Minute).C { // want `goroutine started at line \d+ cannot be stopped`
		sweep()
	}
}

// There is one of it, and it works on memory alone.
type limiter struct {
	mu      sync.Mutex
	pending int
	most    int
}

var limits limiter

func (l *limiter) observe() {
	for range time.Tick(time.Second) { // want `goroutine started at line \d+ cannot be stopped`
		l.mu.Lock()
		l.most = max(l.most, l.pending)
		l.mu.Unlock()
	}
}

func StartLimits() {
	go limits.observe()
}

// It has no ticker that anybody could stop, and works on what there is without it.
func (l *limiter) forget() {
	ticks := time.Tick(time.Hour)
	go func() {
		for range ticks { // want `goroutine started at line \d+ cannot be stopped`
			l.mu.Lock()
			l.most = 0
			l.mu.Unlock()
		}
	}()
}
