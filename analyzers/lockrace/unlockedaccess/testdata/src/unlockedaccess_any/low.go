package unlockedaccess_any

import (
	"sync"
	"sync/atomic"
)

func (c *cached) WriteAt(b []byte, off int) int {
	c.mu.Lock()
	if c.file == nil {
		c.mu.Unlock()
		return 0
	}
	c.mu.Unlock()
	// Copy with c.mu unlocked: only one writes at a time.
	n := copy(c.file[off:], b) // want `c.file is written without c.mu`
	c.mu.Lock()
	c.size = max(c.size, off+n)
	c.mu.Unlock()
	return n
}

func (s *sized) Size(measure func() bool) bool {
	if s.has(1) {
		return s.finite // want `s.finite is read without s.mu`
	}
	size := measure()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.has(1) {
		s.finite = size
		s.state.Store(1)
	}
	return size
}

func (h *hooked) Inc() {
	h.mu.Lock()
	h.n++
	n, notify := h.n, h.hook != nil
	h.mu.Unlock()
	if notify {
		h.hook(n)
	}
}

// Before the first goroutine, and after its end.
func (b *Box) Run() int {
	b.n = 3
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		b.mu.Lock()
		b.n++
		b.mu.Unlock()
	}()
	b.wg.Wait()
	return b.n
}

// An atomic flag orders the two.
type flaggedBox struct {
	mu    sync.Mutex
	flag  atomic.Bool
	items []string
}

func (b *flaggedBox) Fast() int {
	if b.flag.Load() {
		return len(b.items) // want `b.items is read without b.mu`
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items)
}

func (b *flaggedBox) Put(item string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.items = append(b.items, item)
	b.flag.Store(true)
}

func (c *Conf) Update(name string) {
	select {
	case c.sema <- struct{}{}:
	default:
		return
	}
	defer func() { <-c.sema }()
	if name == c.name { // want `c.name is read without c.mu`
		return
	}
	c.mu.Lock()
	c.name = name
	c.mu.Unlock()
}

func (s *settings) refresh(load func() *string) {
	s.once.Do(s.init)
	select {
	case s.busy <- struct{}{}:
	default:
		return
	}
	defer func() { <-s.busy }()
	fresh := load()
	if *fresh == *s.conf { // want `s.conf is read without s.mu`
		return
	}
	s.mu.Lock()
	s.conf = fresh
	s.mu.Unlock()
}

func (p *Plugins) WithBroken() *Plugins {
	p.prepare()
	p.byName["broken"] = func() { panic("broken") }
	return p
}

func (r *rules) Reset() {
	r.byFile = make(map[string][]string)
	r.mu = sync.Mutex{}
}

func (f *Follower) Start(tick <-chan struct{}) {
	go func() {
		for range tick {
			f.Stop()
		}
	}()
	f.tailers = make(map[string]func())
	offsetsMu.Lock()
	offsets = make(map[string]int)
	offsetsMu.Unlock()
}

func (c *controller) ResetPersister(replicas []string) {
	c.persist, c.replicas = nil, replicas
	c.primary = append(c.primary, c.role)
}

func InitTokens(configured map[string]string) { tokens = configured }

func (t *Transport) Start(dial func(string) int) {
	t.dial = dial
	t.codec = new(string)
	t.peers = make(map[string]int)
}

// No flag: whoever logs in again sets another one.
type login struct {
	mu       sync.Mutex
	verifier string
	token    string
}

func (l *login) Login(next func() string, exchange func(string) string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.verifier = next()
	if l.verifier == "" {
		l.token = ""
	}
	go func() {
		verifier := l.verifier // want `l.verifier is read without l.mu`
		token := exchange(verifier)
		l.mu.Lock()
		l.token = token
		l.mu.Unlock()
	}()
}

func (l *login) Verifier() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.verifier
}
