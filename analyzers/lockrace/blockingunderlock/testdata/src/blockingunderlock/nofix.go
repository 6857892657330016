package blockingunderlock

import (
	"sync"
	"time"
)

// The one who signals takes the outer lock first.
type queue struct {
	outer sync.Mutex
	mu    sync.Mutex
	cond  *sync.Cond
	n     int
}

func newQueue() *queue {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *queue) pop() {
	q.outer.Lock()
	defer q.outer.Unlock()
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.n == 0 {
		q.cond.Wait() // want `q\.cond\.Wait\(\) deadlocks: it blocks with q\.outer held since line \d+, and the goroutine that would wake it at line \d+ acquires that lock first, at line \d+`
	}
	q.n--
}

func (q *queue) push() {
	q.outer.Lock()
	defer q.outer.Unlock()
	q.mu.Lock()
	q.n++
	q.mu.Unlock()

	q.cond.Signal()
}

// All cases of the select need the lock.
type router struct {
	mu   sync.Mutex
	in   chan int
	out  chan int
	seen int
}

func newRouter() *router {
	r := &router{in: make(chan int), out: make(chan int)}
	go r.left()
	go r.right()
	return r
}

func (r *router) left() {
	for {
		r.mu.Lock()
		r.seen++
		r.mu.Unlock()
		r.in <- 1
	}
}

func (r *router) right() {
	for {
		r.mu.Lock()
		r.seen++
		r.mu.Unlock()
		<-r.out
	}
}

func (r *router) step() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select { // want `the select deadlocks: it blocks with r\.mu held since line \d+, and the goroutine that would unblock it at line \d+ acquires that lock first, at line \d+`
	case n := <-r.in:
		r.seen += n
	case r.out <- r.seen:
	}
}

// What was tested before the wait would have to be tested again after it.
type clock struct {
	mu     sync.Mutex
	ticker *time.Ticker
	done   chan bool
	ticks  int
}

func newClock() *clock {
	c := &clock{done: make(chan bool), ticker: time.NewTicker(time.Second)}
	go c.run()
	return c
}

func (c *clock) run() {
	for {
		select {
		case <-c.done:
			return
		case <-c.ticker.C:
		}
		c.mu.Lock()
		c.ticks++
		c.mu.Unlock()
	}
}

func (c *clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ticker == nil {
		return
	}
	c.done <- true // want `c\.done <- true deadlocks: it blocks with c\.mu held since line \d+, and the goroutine that receives at line \d+ acquires that lock first, at line \d+`
	c.ticker.Stop()
	c.ticker = nil
}

// What it sends is more than a value that can be read before.
func (f *feed) RepeatTwice() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.in <- f.sum * 2 // want `f\.in <- f\.sum \* 2 deadlocks: it blocks with f\.mu held since line \d+, and the goroutine that receives at \S*bad\.go:\d+ acquires that lock first, at \S*bad\.go:\d+`
}

// A subscriber that leaves waits for the lock, and the send for the subscriber.
type broker struct {
	mu   sync.RWMutex
	subs map[chan string]bool
	list []*peer
}

type peer struct{ out chan string }

func (b *broker) Subscribe() chan string {
	ch := make(chan string)
	b.mu.Lock()
	b.subs[ch] = true
	b.mu.Unlock()
	return ch
}

func (b *broker) Unsubscribe(ch chan string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.subs, ch)
}

func (b *broker) Publish(text string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for ch := range b.subs {
		ch <- text // want `ch <- text deadlocks when its receiver leaves: it blocks with b\.mu held since line \d+, and the goroutine that removes its receiver at line \d+ acquires that lock first, at line \d+`
	}
}

func (b *broker) Add(p *peer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list = append(b.list, p)
}

func (b *broker) Remove(p *peer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, other := range b.list {
		if other == p {
			b.list = append(b.list[:i], b.list[i+1:]...)
			return
		}
	}
}

func (b *broker) Broadcast(text string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, p := range b.list {
		p.out <- text // want `p\.out <- text deadlocks when its receiver leaves`
	}
}
