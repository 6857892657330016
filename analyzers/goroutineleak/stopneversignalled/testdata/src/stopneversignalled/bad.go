package stopneversignalled

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// The stop channel is made, and nothing closes it.
type manager struct {
	stop  chan struct{}
	items map[string]time.Time
}

func newManager() *manager {
	m := &manager{stop: make(chan struct{}), items: make(map[string]time.Time)}
	go m.cleanup()
	return m
}

func (m *manager) cleanup() {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			clear(m.items)
		case <-m.stop: // want `goroutine started at line \d+ cannot be stopped: it returns only after a stop signal, and nothing closes m\.stop or sends on it \(goroutineleak/stop-never-signalled\)`
			return
		}
	}
}

// There is a Stop, but it forgets the channel.
type poller struct {
	ticker *time.Ticker
	done   chan struct{}
}

func newPoller() *poller {
	p := &poller{ticker: time.NewTicker(time.Second), done: make(chan struct{})}
	go p.run()
	return p
}

func (p *poller) run() {
	for range p.ticker.C {
		select {
		case <-p.done: // want `goroutine started at line \d+ cannot be stopped`
			return
		default:
			work()
		}
	}
}

func (p *poller) Stop() {
	p.ticker.Stop()
}

// A context whose cancel function is kept, and never called.
type service struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func newService() *service {
	s := &service{}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go s.loop(time.Second)
	return s
}

func (s *service) loop(every time.Duration) {
	for {
		select {
		case <-s.ctx.Done(): // want `goroutine started at line \d+ cannot be stopped`
			return
		case <-time.After(every):
			work()
		}
	}
}

// The cancel function is dropped; the loop asks for the error.
func dropped() {
	ctx, _ := context.WithCancel(context.Background())
	go func() {
		for ctx.Err() == nil { // want `goroutine started at line \d+ cannot be stopped`
			work()
		}
	}()
}

// A flag that nothing sets.
type flagged struct {
	closed  bool
	stopped atomic.Bool
}

func (f *flagged) start() {
	go func() {
		for !f.closed { // want `goroutine started at line \d+ cannot be stopped`
			work()
		}
	}()
	go f.spin()
}

func (f *flagged) spin() {
	for {
		if f.stopped.Load() { // want `goroutine started at line \d+ cannot be stopped`
			return
		}
		work()
	}
}

func (f *flagged) reset() {
	f.closed = false
	f.stopped.Store(false)
}

// A bare wait, in the goroutine's only line.
func park() {
	forever := make(chan struct{})
	go func() {
		<-forever // want `goroutine started at line \d+ cannot be stopped`
		work()
	}()
}

// Generic, with an embedded base, and an error to return.
type base struct {
	quit chan struct{}
}

type cache[K comparable, V any] struct {
	base
	values map[K]V
}

func newCache[K comparable, V any]() *cache[K, V] {
	c := &cache[K, V]{base: base{quit: make(chan struct{})}, values: make(map[K]V)}
	go c.expire()
	return c
}

func (c *cache[K, V]) expire() (int, error) {
	for {
		select {
		case <-c.quit: // want `goroutine started at line \d+ cannot be stopped`
			return 0, errors.New("stopped")
		case <-time.After(time.Minute):
			clear(c.values)
		}
	}
}

// The goroutine hands out a receive-only view; nobody can close that.
type notifier struct{ done chan struct{} }

func (n *notifier) Done() <-chan struct{} { return n.done }

func newNotifier() *notifier {
	n := &notifier{done: make(chan struct{})}
	go func() {
		for {
			select {
			case <-n.Done(): // want `goroutine started at line \d+ cannot be stopped`
				return
			default:
				work()
			}
		}
	}()
	return n
}

func work() {}

// A condition that nothing signals: the queue fills, and its reader sleeps on.
type mailbox struct {
	mu       sync.Mutex
	letters  []string
	arrived  *sync.Cond
	returned int
}

func newMailbox() *mailbox {
	m := &mailbox{}
	m.arrived = sync.NewCond(&m.mu)
	go m.deliver()
	return m
}

func (m *mailbox) deliver() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		for len(m.letters) == 0 {
			m.arrived.Wait() // want `m\.arrived\.Wait\(\) never returns: nothing calls Signal or Broadcast on it \(goroutineleak/stop-never-signalled\)`
		}
		m.letters = m.letters[1:]
		m.returned++
	}
}

func (m *mailbox) put(letter string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.letters = append(m.letters, letter)
}

// The same with a variable, and a value instead of a pointer.
func waitForFlag() {
	var mu sync.Mutex
	cond := sync.Cond{L: &mu}
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	for !ready {
		cond.Wait() // want `cond\.Wait\(\) never returns: nothing calls Signal or Broadcast on it`
	}
}

// Several workers have one channel, which is closed once.
type crew struct {
	jobs chan int
	stop chan struct{}
}

func newCrew(n int) *crew {
	c := &crew{jobs: make(chan int), stop: make(chan struct{})}
	for range n {
		go c.work()
	}
	return c
}

func (c *crew) work() {
	for {
		select {
		case <-c.stop: // want `goroutine started at line \d+ cannot be stopped`
			return
		case n := <-c.jobs:
			println(n)
		}
	}
}
