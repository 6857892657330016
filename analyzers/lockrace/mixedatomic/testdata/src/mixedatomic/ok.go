package mixedatomic

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type Pool struct {
	served int64
	state  int32
	size   int64
	done   uint32
	mu     sync.Mutex
	name   string
}

// Nobody else has it yet.
func NewPool(size int64) *Pool {
	p := &Pool{size: size}
	p.served = 0
	p.state = 1
	return p
}

func (p *Pool) Handle() {
	atomic.AddInt64(&p.served, 1)
	fmt.Println(atomic.LoadInt64(&p.size))
}

// Atomic itself.
func (p *Pool) Served() int64 {
	return atomic.LoadInt64(&p.served)
}

// All goroutines have ended.
func (p *Pool) Run(work []func()) int64 {
	var wg sync.WaitGroup
	for _, w := range work {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w()
			p.Handle()
		}()
	}
	wg.Wait()
	return p.served
}

// The caller has waited.
func (p *Pool) report() { fmt.Println(p.served) }

func (p *Pool) Wait(wg *sync.WaitGroup) {
	wg.Wait()
	p.report()
}

// Whoever made the swap is alone.
func (p *Pool) Stop() {
	if atomic.CompareAndSwapInt32(&p.state, 1, 2) {
		p.state = 3
	}
}

// Both sides hold the lock, the fast path loads.
func (p *Pool) Once(f func()) {
	if atomic.LoadUint32(&p.done) == 1 {
		return
	}
	p.slow(f)
}

func (p *Pool) slow(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done == 0 {
		f()
		atomic.StoreUint32(&p.done, 1)
	}
}

// Read plainly and loaded atomically: nobody writes.
func (p *Pool) Size() int64 { return p.size }

// Not accessed atomically anywhere.
func (p *Pool) Name() string { return p.name }

// resetLocked: must be called while no worker runs, with the lock held.
func (p *Pool) resetLocked() { p.served = 0 }

func (p *Pool) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.resetLocked()
}

// Passed on by a caller that cannot be seen.
var hook func(*Pool)

func init() { hook = func(p *Pool) { p.served = 0 } }

// A copy.
type stats struct{ n int64 }

func (s *stats) inc() { atomic.AddInt64(&s.n, 1) }

func total(list []stats) (n int64) {
	for _, s := range list {
		n += s.n
	}
	return n
}

// The caller of Init has a new object; whoever closes has it alone, because of what
// the reference count says.
type file struct {
	refs     refCount
	blocking uint32
}

type refCount struct{ n uint64 }

func (r *refCount) close() bool {
	return atomic.CompareAndSwapUint64(&r.n, 1, 0)
}

func (f *file) Init(blocking bool) {
	if blocking {
		f.blocking = 1
	}
}

func (f *file) SetBlocking() { atomic.StoreUint32(&f.blocking, 1) }

func (f *file) Close() bool {
	if !f.refs.close() {
		return false
	}
	return f.blocking == 0
}

// What is read is only a guess: the swap compares it with what is there.
func (f *file) TryBlock() bool {
	old := f.blocking
	if old != 0 {
		return false
	}
	return atomic.CompareAndSwapUint32(&f.blocking, old, 1)
}

// The same counters in two structs: here atomic, there under a lock.
type counters struct{ in, out int64 }

type client struct{ counters }

type account struct {
	mu    sync.Mutex
	stats counters
}

func (c *client) received() { atomic.AddInt64(&c.in, 1) }

func (a *account) received() {
	a.mu.Lock()
	a.stats.in++
	a.mu.Unlock()
}

func (a *account) In() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.stats.in
}

func Handle(c *client, a *account) {
	c.received()
	a.received()
}

// Nobody looks at what is read: the statement is there to fail for nil.
type gate struct{ state int32 }

func (g *gate) Open() { atomic.StoreInt32(&g.state, 1) }

func (g *gate) Close() {
	_ = g.state
	atomic.StoreInt32(&g.state, 0)
}
