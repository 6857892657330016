package blockingunderlock

import "sync"

type tally struct {
	mu    sync.Mutex
	names chan string
	count map[string]int
}

func newTally(size int) *tally {
	return &tally{names: make(chan string, size), count: make(map[string]int)}
}

func (t *tally) Start(workers int) {
	for i := 0; i < workers; i++ {
		go func() {
			for name := range t.names {
				t.add(name)
			}
		}()
	}
}

// What is received takes no time: the buffer may never be full.
func (t *tally) Seen(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names <- name // want `t\.names <- name deadlocks when the channel's buffer is full`
}

func (t *tally) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count[name]++
}
