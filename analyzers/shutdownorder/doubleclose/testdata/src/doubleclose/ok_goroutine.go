package doubleclose

import (
	"io"
	"sync"
)

// One of the two closes it: the goroutine one channel, Stop the other.
type pairOf struct {
	quit, done chan struct{}
}

func newPairOf() *pairOf {
	p := &pairOf{quit: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(p.done)
		<-p.quit
	}()
	return p
}

func stopPairOf() {
	p := newPairOf()
	p.end()
	<-p.done
}

func (p *pairOf) end() { close(p.quit) }

// A Once.
type onceTail struct {
	src  io.ReadCloser
	over chan struct{}
	once sync.Once
}

func newOnceTail(src io.ReadCloser) *onceTail {
	t := &onceTail{src: src, over: make(chan struct{})}
	go t.copyAll()
	return t
}

func (t *onceTail) end() { t.once.Do(func() { close(t.over) }) }

func (t *onceTail) copyAll() {
	defer t.end()
	io.Copy(io.Discard, t.src)
}

func (t *onceTail) Close() {
	t.src.Close()
	t.end()
}

// Only the goroutine closes it: the method is part of what it runs.
type loneTail struct {
	src  io.ReadCloser
	over chan struct{}
}

func newLoneTail(src io.ReadCloser) *loneTail {
	t := &loneTail{src: src, over: make(chan struct{})}
	go func() {
		defer t.finish()
		io.Copy(io.Discard, t.src)
	}()
	return t
}

func (t *loneTail) finish() { t.drop() }

func (t *loneTail) drop() { close(t.over) }

// The goroutine closes it only where it was not asked to stop.
type politeTail struct {
	src     io.ReadCloser
	over    chan struct{}
	mu      sync.Mutex
	stopped bool
}

func newPoliteTail(src io.ReadCloser) *politeTail {
	t := &politeTail{src: src, over: make(chan struct{})}
	go func() {
		io.Copy(io.Discard, t.src)
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.stopped {
			return
		}
		t.stopped = true
		close(t.over)
	}()
	return t
}

func politely(src io.ReadCloser) {
	t := newPoliteTail(src)
	t.halt()
}

func (t *politeTail) halt() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped {
		return
	}
	t.stopped = true
	close(t.over)
}
