package blockedreceive

import (
	"sync"
	"time"
)

// Stop waits for what the goroutine forgets to close.
type flusher struct {
	quit     chan struct{}
	finished chan struct{}
}

func newFlusher() *flusher {
	f := &flusher{quit: make(chan struct{}), finished: make(chan struct{})}
	go f.loop()
	return f
}

func (f *flusher) loop() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			println("flush")
		case <-f.quit:
			return
		}
	}
}

func (f *flusher) Stop() {
	close(f.quit)
	<-f.finished // want `receive from f\.finished blocks forever: nothing closes f\.finished or sends on it`
}

// The same with a variable, where something follows.
func sum(list []int) int {
	total := 0
	done := make(chan struct{})
	go func() {
		for _, n := range list {
			total += n
		}
	}()
	<-done // want `receive from done blocks forever: nothing closes done or sends on it`
	println("summed")
	return total
}

// Nothing follows: it blocks on purpose.
func forever() {
	never := make(chan struct{})
	go println("serving")
	<-never
}

// Whoever embeds this package may close an exported one.
type Gate struct{ Open chan struct{} }

func NewGate() *Gate { return &Gate{Open: make(chan struct{})} }

func (g *Gate) Wait() {
	<-g.Open
	println("open")
}

// It is closed, once.
type latch struct {
	once sync.Once
	set  chan struct{}
}

func newLatch() *latch { return &latch{set: make(chan struct{})} }

func (l *latch) release() { l.once.Do(func() { close(l.set) }) }

func (l *latch) wait() {
	<-l.set
	println("released")
}
