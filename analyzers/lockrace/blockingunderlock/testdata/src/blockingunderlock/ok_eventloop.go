package blockingunderlock

import "sync"

// The one result fits into the buffer.
type task struct {
	mu     sync.Mutex
	result chan int
	state  int
}

func newTask() *task { return &task{result: make(chan int, 1)} }

func (t *task) Finish(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state = 2
	t.result <- n
}

func (t *task) Result() int {
	t.mu.Lock()
	t.state = 1
	t.mu.Unlock()
	return <-t.result
}

// The helper releases the lock of its caller for the send.
type polite struct {
	mu     sync.Mutex
	events chan int
	sum    int
}

func newPolite() *polite {
	p := &polite{events: make(chan int)}
	go p.loop()
	return p
}

func (p *polite) loop() {
	for n := range p.events {
		p.mu.Lock()
		p.sum += n
		p.mu.Unlock()
	}
}

func (p *polite) Add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.put(n)
}

func (p *polite) put(n int) {
	p.mu.Unlock()
	p.events <- n
	p.mu.Lock()
}

// The loop leaves first, and acquires the lock after that.
type leaver struct {
	mu     sync.Mutex
	events chan int
	quit   chan struct{}
	ended  bool
}

func newLeaver() *leaver {
	l := &leaver{events: make(chan int), quit: make(chan struct{})}
	go l.loop()
	return l
}

func (l *leaver) loop() {
	for {
		select {
		case n := <-l.events:
			println(n)
		case <-l.quit:
			l.mu.Lock()
			l.ended = true
			l.mu.Unlock()
			return
		}
	}
}

func (l *leaver) Stop() { close(l.quit) }

func (l *leaver) Add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.events <- n:
	case <-l.quit:
	}
}
