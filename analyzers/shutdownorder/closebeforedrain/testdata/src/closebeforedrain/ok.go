package closebeforedrain

import (
	"sync"
	"time"
)

type joined struct {
	jobs chan int
	stop chan struct{}
	done chan struct{}
	wg   sync.WaitGroup
}

func newJoined() *joined {
	j := &joined{jobs: make(chan int), stop: make(chan struct{}), done: make(chan struct{})}
	j.wg.Go(j.produce)
	return j
}

func (j *joined) produce() {
	for i := 0; ; i++ {
		select {
		case j.jobs <- i:
		case <-j.stop:
			return
		}
	}
}

// Nope. It waits for the sender.
func (j *joined) Stop() {
	close(j.stop)
	j.wg.Wait()
	close(j.jobs)
}

type owner struct{ out chan int }

func newOwner() *owner {
	o := &owner{out: make(chan int)}
	go o.produce()
	return o
}

// Nope. The sender itself closes it.
func (o *owner) produce() {
	for i := range 3 {
		o.out <- i
	}
	o.finish()
}

func (o *owner) finish() { close(o.out) }

type pool struct{ tasks chan func() }

func newPool() *pool { return &pool{make(chan func())} }

// Nope. Who submits is not this package's goroutine: that nobody does after
// Close is the callers' part.
func (p *pool) Submit(f func()) { p.tasks <- f }

func (p *pool) Close() { close(p.tasks) }

type locked struct {
	mu     sync.Mutex
	closed bool
	ch     chan int
}

func newLocked() *locked {
	l := &locked{ch: make(chan int, 1)}
	go func() {
		for i := range 3 {
			l.send(i)
		}
	}()
	return l
}

// Nope. Both hold the lock, and the sender looks first.
func (l *locked) send(i int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.ch <- i
	}
}

func (l *locked) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	close(l.ch)
}

type recovering struct{ ch chan int }

func newRecovering() *recovering {
	r := &recovering{make(chan int)}
	go r.produce()
	return r
}

// Nope. The sender expects it.
func (r *recovering) produce() {
	defer func() { _ = recover() }()
	for {
		r.ch <- 1
	}
}

func (r *recovering) Close() { close(r.ch) }

type escaped struct{ Ch chan int }

// Nope. Others have the channel, too.
func newEscaped(ch chan int) *escaped {
	e := &escaped{ch}
	go func() { e.Ch <- 1 }()
	return e
}

func (e *escaped) Close() { close(e.Ch) }

type kicked struct {
	mu   sync.RWMutex
	kick chan struct{}
}

func newKicked() *kicked {
	k := &kicked{kick: make(chan struct{}, 1)}
	go func() {
		for range 3 {
			k.wake()
		}
	}()
	return k
}

// Nope. Who calls the sender holds the lock.
func (k *kicked) wake() {
	k.mu.RLock()
	defer k.mu.RUnlock()
	kick(k.kick)
}

func kick(ch chan struct{}) {
	if ch != nil {
		ch <- struct{}{}
	}
}

func (k *kicked) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	close(k.kick)
	k.kick = nil
}

type lazy struct {
	out    chan int
	cancel func()
	on     bool
	done   chan struct{}
}

func newLazy() *lazy { return &lazy{out: make(chan int), done: make(chan struct{})} }

func (l *lazy) Start(cancel func()) {
	l.cancel, l.on = cancel, true
	go l.run()
}

func (l *lazy) run() {
	l.out <- 1
	close(l.done)
}

// Nope. Nobody sends before Start, and the field says that it was not called.
func (l *lazy) Stop() {
	if l.cancel == nil {
		close(l.out)
		return
	}
	l.cancel()
	<-l.done
	close(l.out)
}

func (l *lazy) Abort() {
	if !l.on {
		close(l.out)
	}
}

// Nope. Another type starts the sender, and waits for it before it stops what closes.
type indexer struct {
	requests chan int
	wg       sync.WaitGroup
}

func newIndexer() *indexer { return &indexer{requests: make(chan int)} }

func (x *indexer) submit(n int) { x.requests <- n }

func (x *indexer) stopping() {
	close(x.requests)
	x.wg.Wait()
}

type builder struct {
	x      *indexer
	wg, by sync.WaitGroup
}

func (b *builder) starting() {
	b.wg.Go(func() { b.x.submit(1) })
	b.by.Add(1)
	go b.flush()
}

func (b *builder) flush() {
	defer b.by.Done()
	b.x.submit(2)
}

func (b *builder) stopping(service func(string)) {
	b.wg.Wait()
	b.by.Wait()
	service("indexer")
}

// Nope. The send is given to a function that recovers.
type accepting struct{ conns chan int }

func newAccepting() *accepting {
	a := &accepting{make(chan int)}
	go a.serve()
	return a
}

func (a *accepting) serve() {
	for i := 0; ; i++ {
		if !safely(func() { a.conns <- i }) {
			return
		}
	}
}

func (a *accepting) Close() { close(a.conns) }

func safely(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return ok
}

type refresher struct{ stop chan struct{} }

func newRefresher() *refresher { return &refresher{make(chan struct{})} }

func (r *refresher) run() { <-r.stop }

func (r *refresher) Stop() { close(r.stop) }

// What is deferred comes behind the wait.
type collector struct {
	results chan int
	stop    chan struct{}
	wg      sync.WaitGroup
}

func newCollector() *collector {
	c := &collector{results: make(chan int), stop: make(chan struct{})}
	go c.run(3)
	return c
}

func (c *collector) run(groups int) {
	defer func() {
		println("stopped")
		close(c.results)
	}()
	c.spawn(groups)
	c.wg.Wait()
}

func (c *collector) spawn(groups int) {
	for range groups {
		c.wg.Add(1)
		go c.collect()
	}
}

func (c *collector) collect() {
	defer c.wg.Done()
	for i := 0; ; i++ {
		select {
		case c.results <- i:
		case <-c.stop:
			return
		}
	}
}

// Nope. A goroutine waits for the senders, and says so.
type told struct {
	lines chan string
	wg    sync.WaitGroup
}

func newTold() *told {
	t := &told{lines: make(chan string)}
	t.wg.Add(1)
	go t.read()
	return t
}

func (t *told) read() {
	defer t.wg.Done()
	for range 3 {
		t.lines <- "line"
	}
}

func (t *told) Close() {
	through := make(chan struct{})
	go func() {
		t.wg.Wait()
		close(through)
	}()
	<-through
	close(t.lines)
}

// listener has an error channel of its own in each constructor: what the one closes, the other
// does not send on.
type listener struct{ failed chan error }

func listenPlain(serve func() error) *listener {
	l := &listener{failed: make(chan error, 1)}
	go func() {
		if err := serve(); err != nil {
			l.failed <- err
		}
		close(l.failed)
	}()
	return l
}

func listenTLS(serve func() error) *listener {
	l := &listener{failed: make(chan error, 1)}
	go func() {
		if err := serve(); err != nil {
			l.failed <- err
		}
		close(l.failed)
	}()
	return l
}

// machine hands itself from one state to the next: no two of them run at the same time.
type machine struct {
	changes chan int
	stop    chan struct{}
}

func runMachine(stop chan struct{}) *machine {
	m := &machine{make(chan int, 3), stop}
	go m.toRunning()
	return m
}

func (m *machine) toRunning() {
	m.changes <- 1
	ended := make(chan struct{})
	go func() {
		<-m.stop
		close(ended)
	}()
	select {
	case <-ended:
		go m.toDone()
	case <-time.After(time.Minute):
		go m.toWaiting()
	}
}

func (m *machine) toWaiting() {
	m.changes <- 2
	go m.toDone()
}

func (m *machine) toDone() {
	m.changes <- 3
	close(m.changes)
}
