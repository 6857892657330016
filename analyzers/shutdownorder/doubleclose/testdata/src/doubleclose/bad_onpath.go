package doubleclose

import (
	"errors"
	"sync"
	"time"
)

var errRefused = errors.New("refused")

// A caller ends itself when it is refused, and is stopped all the same.
type caller struct {
	quit chan struct{}
	wg   sync.WaitGroup
	dial func() error
}

func newCaller(dial func() error) *caller {
	return &caller{quit: make(chan struct{}), dial: dial}
}

func (c *caller) Start() {
	c.wg.Add(1)
	go c.run()
}

func (c *caller) Stop() {
	close(c.quit)
	c.wg.Wait()
}

func (c *caller) run() {
	defer c.wg.Done()
	for {
		if errors.Is(c.dial(), errRefused) {
			close(c.quit) // want `the second close panics: the goroutine closes c.quit here on one of its paths, and each call of Stop closes it at line 28`
			return
		}
		select {
		case <-time.After(time.Second):
		case <-c.quit:
			return
		}
	}
}
