package unlockedaccess

import "sync"

// Only the goroutine that the constructor starts touches the queue: add and take are its steps, reset also
// one of the constructor. The lock guards the status, and is held at one of the writes by chance.
type batcher struct {
	in     chan int
	queue  []int
	mu     sync.Mutex
	status string
}

func newBatcher() *batcher {
	b := &batcher{in: make(chan int)}
	b.reset()
	go b.loop()
	return b
}

func (b *batcher) loop() {
	defer func() { b.queue = nil }()
	for n := range b.in {
		if b.add(n) > 10 {
			b.take()
		}
	}
}

func (b *batcher) add(n int) int {
	b.queue = append(b.queue, n)
	return len(b.queue)
}

func (b *batcher) take() []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status = "taking"
	taken := b.queue
	b.reset()
	return taken
}

func (b *batcher) reset() { b.queue = []int{} }

func (b *batcher) Status() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.status
}

func (b *batcher) Put(n int) { b.in <- n }

// The goroutine is a literal that calls the loop.
type gatherer struct {
	in    chan int
	queue []int
	mu    sync.Mutex
}

func newGatherer() *gatherer {
	g := &gatherer{in: make(chan int)}
	go func() {
		defer println("done")
		g.loop()
	}()
	return g
}

func (g *gatherer) loop() {
	for n := range g.in {
		g.queue = append(g.queue, n)
		g.take()
	}
}

func (g *gatherer) take() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue = nil
}

var gatherers = []*gatherer{newGatherer(), newGatherer()}

var batchers = map[string]*batcher{}

func init() {
	for _, name := range []string{"a", "b"} {
		batchers[name] = newBatcher()
	}
}
