package lockleak

import "sync"

type desk struct {
	mu     sync.Mutex
	papers int
}

// begin locks for its callers, which release: one itself, one by way of another helper.
func (d *desk) begin() int {
	d.mu.Lock()
	return d.papers
}

func (d *desk) tidy() {
	if d.begin() > 0 {
		d.papers--
	}
	d.mu.Unlock()
}

type drawer struct {
	mu   sync.Mutex
	keys int
}

func (d *drawer) open() { d.mu.Lock() }

func (d *drawer) openFull() bool {
	d.open()
	return d.keys > 0
}

func (d *drawer) use() {
	d.openFull()
	defer d.mu.Unlock()
	d.keys++
}

type turnstile struct {
	mu sync.Mutex
	n  int
}

// Enter and Leave are called in pairs.
func (g *turnstile) Enter() {
	g.mu.Lock()
	g.n++
}

func (g *turnstile) Leave() {
	g.n--
	g.mu.Unlock()
}

// The lock is that of the caller.
func lockFor(mu *sync.Mutex) { mu.Lock() }

type seat struct {
	mu sync.Mutex
	n  int
}

// taken returns what it has locked.
func taken() *seat {
	s := &seat{}
	s.mu.Lock()
	s.n++
	return s
}

type stage struct {
	mu sync.Mutex
	n  int
}

// perform hands the lock to a goroutine.
func (s *stage) perform(work func()) {
	s.mu.Lock()
	go func() {
		defer s.mu.Unlock()
		work()
	}()
}

// forever never returns.
func (s *seat) forever(work func()) {
	s.mu.Lock()
	for {
		work()
	}
}

// inPlace acquires in a literal that is called where it stands.
func (s *seat) inPlace() {
	func() { s.mu.Lock() }()
	s.n++
	s.mu.Unlock()
}

// byLiteral does it with a variable, and releases in another literal.
func (s *seat) byLiteral() {
	lock := func() { s.mu.Lock() }
	lock()
	s.n++
	func() { s.mu.Unlock() }()
}
