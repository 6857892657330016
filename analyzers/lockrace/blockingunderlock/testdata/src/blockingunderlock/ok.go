package blockingunderlock

import (
	"context"
	"sync"
	"time"
)

type calm struct {
	mu    sync.Mutex
	stop  chan struct{}
	done  chan struct{}
	count int
}

func (c *calm) Start() {
	c.stop, c.done = make(chan struct{}), make(chan struct{})
	go c.loop()
}

func (c *calm) loop() {
	defer close(c.done)
	for {
		select {
		case <-c.stop:
			return
		default:
		}
		c.mu.Lock()
		c.count++
		c.mu.Unlock()
	}
}

func (c *calm) Stop() {
	c.mu.Lock()
	close(c.stop)
	c.mu.Unlock()
	<-c.done
}

// The other side never takes the lock.
type simple struct {
	mu   sync.Mutex
	done chan struct{}
	n    int
}

func (s *simple) Start() {
	s.done = make(chan struct{})
	go func() {
		defer close(s.done)
	}()
}

func (s *simple) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	<-s.done
}

// A context and a timer end by themselves.
func (s *simple) wait(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	<-ctx.Done()
	<-time.After(time.Second)
}

// Anybody may close an exported channel.
type Open struct {
	mu   sync.Mutex
	Done chan struct{}
}

func (o *Open) Start() {
	go func() {
		o.mu.Lock()
		o.mu.Unlock()
		close(o.Done)
	}()
}

func (o *Open) Stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	<-o.Done
}

// Another lock.
type two struct {
	a, b sync.Mutex
	wg   sync.WaitGroup
	n    int
}

func (t *two) Go() {
	t.wg.Add(1)
	go func() {
		defer t.wg.Done()
		t.b.Lock()
		t.n++
		t.b.Unlock()
	}()
}

func (t *two) Close() {
	t.a.Lock()
	defer t.a.Unlock()
	t.wg.Wait()
}

// Readers do not keep each other out.
type shared struct {
	mu   sync.RWMutex
	done chan struct{}
	n    int
}

func (s *shared) Start() {
	s.done = make(chan struct{})
	go func() {
		s.mu.RLock()
		_ = s.n
		s.mu.RUnlock()
		close(s.done)
	}()
}

func (s *shared) Wait() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	<-s.done
}

// A select has another way out, which comes soon.
func (f *feed) TryAdd(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case f.in <- n:
	case <-time.After(time.Millisecond):
	}
}

// The goroutine that takes the lock joins the group by that: it is not one that
// the wait is for.
type stream struct {
	mu     sync.Mutex
	group  sync.WaitGroup
	joined bool
}

func (s *stream) join() {
	s.mu.Lock()
	s.group.Add(1)
	s.mu.Unlock()
}

func (s *stream) monitor() {
	if s.joined {
		defer s.group.Done()
	} else {
		s.join()
		defer s.group.Done()
	}
}

func (s *stream) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.group.Wait()
}

// The lock that the wait gives back, and a signal that comes without the other.
type inbox struct {
	outer sync.Mutex
	mu    sync.Mutex
	cond  *sync.Cond
	n     int
}

func newInbox() *inbox {
	i := &inbox{}
	i.cond = sync.NewCond(&i.mu)
	return i
}

func (i *inbox) pop() {
	i.outer.Lock()
	defer i.outer.Unlock()
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.n == 0 {
		i.cond.Wait()
	}
	i.n--
}

func (i *inbox) push() {
	i.mu.Lock()
	i.n++
	i.mu.Unlock()
	i.cond.Signal()
}

// One case of the select can come without the lock, and not only when the object ends.
type relay struct {
	mu   sync.Mutex
	in   chan int
	next chan struct{}
	seen int
}

func newRelay() *relay {
	r := &relay{in: make(chan int), next: make(chan struct{})}
	go r.feed()
	return r
}

func (r *relay) feed() {
	for {
		r.mu.Lock()
		r.seen++
		r.mu.Unlock()
		r.in <- 1
	}
}

func (r *relay) skip() { close(r.next) }

func (r *relay) step() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case n := <-r.in:
		r.seen += n
	case <-r.next:
	}
}

// The lock is taken before the goroutine counts itself.
type restored struct {
	mu    sync.Mutex
	group sync.WaitGroup
	n     int
}

func (r *restored) add() {
	r.mu.Lock()
	r.group.Add(1)
	r.mu.Unlock()
}

func (r *restored) restore(start func(func()) bool) {
	r.mu.Lock()
	r.n++
	r.mu.Unlock()
	r.add()
	if !start(func() { r.n++ }) {
		r.group.Done()
	}
}

func (r *restored) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.group.Wait()
}

// What is deferred before needs the lock only when the goroutine ends.
type updater struct {
	mu      sync.Mutex
	running bool
}

func (u *updater) Start(ctx context.Context, update func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.running {
		return
	}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer func() {
			u.mu.Lock()
			defer u.mu.Unlock()
			u.running = false
		}()
		u.running = true
		wg.Done()
		for ctx.Err() == nil {
			update()
		}
	}()
	wg.Wait()
}
