package unlockedaccess_any

import (
	"errors"
	"sync"
	"sync/atomic"
)

type Box struct {
	mu     sync.Mutex
	closed bool
	items  []string
	name   string
	n      int
	flag   atomic.Bool
	done   chan struct{}
	wg     sync.WaitGroup
}

func (b *Box) Send(item string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return errClosed
	}
	b.items = append(b.items, item)
	return nil
}

// Nobody else has the box yet.
func NewBox(name string) *Box {
	b := &Box{name: name}
	b.items = append(b.items, name)
	b.fill()
	b.n = 1
	return b
}

// A helper of the constructor.
func (b *Box) fill() { b.items = append(b.items, "x") }

// Whoever makes a box and changes it before giving it away has it alone.
func made() *Box {
	b := NewBox("made")
	b.items = nil
	return b
}

// Never written once it is shared.
func (b *Box) Name() string {
	b.mu.Lock()
	n := b.n
	b.mu.Unlock()
	_ = n
	return b.name
}

// Every caller holds the lock.
func (b *Box) trim() { b.items = b.items[:0] }

func (b *Box) Clear() {
	b.mu.Lock()
	b.trim()
	b.n = 0
	b.mu.Unlock()
}

// The name says who locks.
func (b *Box) ClearLocked() { b.items = nil }

// Drop removes the first item. The caller must hold b.mu.
func (b *Box) Drop() { b.items = b.items[1:] }

// The receive orders the two.
func (b *Box) Wait() []string {
	<-b.done
	return b.items
}

// Whoever sets the flag has the rest alone.
func (b *Box) Close() []string {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil
	}
	b.closed = true
	b.mu.Unlock()
	return b.items
}

// The literal runs where its lock is held.
func (b *Box) Each(f func(string)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	func() {
		for _, item := range b.items {
			f(item)
		}
	}()
}

// Deferred before the release is: it runs under the lock.
func (b *Box) Deferred() {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer func() { b.items = nil }()
	b.n++
}

// Nothing is known of who calls the literal, or when.
func (b *Box) Later() func() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return func() int { return len(b.items) }
}

// The lock is held on some ways.
func (b *Box) Some(lock bool) int {
	if lock {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	return len(b.items)
}

type Child struct {
	parent *Parent
	mu     sync.Mutex
	n      int
}

type Parent struct {
	mu       sync.Mutex
	children []*Child
}

// The parent's lock keeps everybody else out.
func (p *Parent) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.children {
		c.n = 0
	}
}

func (c *Child) Inc() {
	c.parent.mu.Lock()
	defer c.parent.mu.Unlock()
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// One goroutine writes under the lock, for others to read, and reads what it
// wrote.
type Loop struct {
	mu    sync.Mutex
	state string
	in    chan string
}

func (l *Loop) Start() { go l.run() }

func (l *Loop) run() {
	for s := range l.in {
		if s == l.state {
			continue
		}
		l.mu.Lock()
		l.state = s
		l.mu.Unlock()
	}
}

func (l *Loop) State() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

// Elements of an array are fields of their own.
type Pair struct {
	mu    sync.Mutex
	slots [2]*Box
}

func (p *Pair) Left() string {
	p.mu.Lock()
	p.slots[0] = NewBox("left")
	p.mu.Unlock()
	return p.slots[0].name
}

func (p *Pair) Both() (a, b *Box) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.slots[0], p.slots[1]
}

// The slice was read under the lock.
func (b *Box) Snapshot(f func(string)) {
	b.mu.Lock()
	items := b.items
	b.mu.Unlock()
	for _, item := range items {
		f(item)
	}
}

// The only writer, which a semaphore lets in one at a time, reads what it wrote.
type Conf struct {
	mu   sync.Mutex
	name string
	sema chan struct{}
}

func (c *Conf) Current() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.name
}

// One of the callers holds another lock, which may be what protects here.
type handshake struct {
	mu    sync.Mutex
	in    sync.Mutex
	count int
	name  string
}

func (h *handshake) Do() {
	h.in.Lock()
	defer h.in.Unlock()
	h.mu.Lock()
	h.count++
	h.name = "done"
	h.mu.Unlock()
}

func (h *handshake) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

func (h *handshake) Read() {
	h.in.Lock()
	defer h.in.Unlock()
	h.again()
}

func (h *handshake) Poll() { h.again() }

func (h *handshake) again() {
	if h.count > 1 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count++
}

// The two goroutines take turns.
type turns struct {
	mu      sync.Mutex
	blocked chan struct{}
	waiting bool
	err     error
}

func (t *turns) Fail(err error) {
	t.mu.Lock()
	t.err = err
	t.mu.Unlock()
	close(t.blocked)
}

func (t *turns) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

func (t *turns) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.err = nil
}

func (t *turns) Next() error {
	if t.waiting {
		<-t.blocked
	}
	return t.err
}

// All writes but those of an initialiser are in one function, which runs once at a
// time and reads what it wrote.
type settings struct {
	mu   sync.Mutex
	once sync.Once
	busy chan struct{}
	conf *string
}

func (s *settings) init() {
	s.conf = new(string)
	s.busy = make(chan struct{}, 1)
}

func (s *settings) Conf(load func() *string) *string {
	s.refresh(load)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conf
}

// A group orders the goroutine with what takes its provider away.
type path struct {
	provider provider
	ready    bool
	mu       sync.Mutex
	wg       sync.WaitGroup
}

type provider interface {
	Run() string
	Close() error
}

func newPath() *path { return &path{} }

func (p *path) Init(make func() provider) {
	p.provider = make()
	p.ready = true
}

func (p *path) Backup() error {
	if !p.ready {
		return errors.New("not ready")
	}
	p.wg.Add(1)
	go func() {
		defer func() {
			p.release()
			p.wg.Done()
		}()
		println(p.provider.Run())
	}()
	return nil
}

func (p *path) Close() {
	p.wg.Wait()
	p.release()
}

func (p *path) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.provider != nil {
		_ = p.provider.Close()
		p.provider = nil
	}
}

// What has been found under the lock is set, and stays.
var (
	driverLock sync.RWMutex
	driver     *driverOf
)

func CurrentDriver(open func() (*driverOf, error)) (*driverOf, error) {
	driverLock.RLock()
	if driver != nil {
		driverLock.RUnlock()
		return driver, nil
	}
	driverLock.RUnlock()
	driverLock.Lock()
	defer driverLock.Unlock()
	if driver != nil {
		return driver, nil
	}
	var err error
	if driver, err = open(); err != nil {
		return nil, err
	}
	return driver, nil
}

type driverOf struct{ name string }

// Nope. Written behind the constructor: NewPlugins().WithBroken().
type Plugins struct {
	mu     sync.RWMutex
	byName map[string]func()
}

func (p *Plugins) prepare() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byName == nil {
		p.byName = make(map[string]func())
	}
}

func (p *Plugins) Set(name string, run func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byName[name] = run
}

func (p *Plugins) Plugin(name string) func() {
	p.prepare()
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.byName[name]
}

// Nope. What is started gives the lock back.
type means struct {
	mu     sync.Mutex
	counts []int
	data   []float64
}

func (m *means) Learn(data []float64) {
	m.mu.Lock()
	m.data = data
	m.counts = make([]int, len(data))
	m.mu.Unlock()
}

func (m *means) Online(points chan float64, done chan struct{}) {
	m.mu.Lock()
	go func() {
		for {
			select {
			case p := <-points:
				m.data = append(m.data, p)
			case <-done:
				go func() {
					m.counts = make([]int, len(m.data))
					m.mu.Unlock()
				}()
				return
			}
		}
	}()
}

// Nope. Nobody can hold a lock that is made anew.
type rules struct {
	mu     sync.Mutex
	byFile map[string][]string
}

func (r *rules) Load(file string, lines []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, done := r.byFile[file]; !done {
		r.byFile[file] = lines
	}
}

func (r *rules) Drop(file string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byFile, file)
}

// Nope. What is left to the caller that locks is left to the one that makes ready.
type Columns struct {
	sync.Mutex
	names []string
	given []string
}

func (c *Columns) Init() error {
	c.Reset()
	return nil
}

func (c *Columns) Reset() { c.names = nil }

func (c *Columns) Parse(line []string) {
	c.Lock()
	defer c.Unlock()
	if len(line) == 0 {
		c.Reset()
	}
	c.names = append(c.names, line...)
}

// Nope. A Start takes the lock of the package.
var (
	offsetsMu sync.Mutex
	offsets   map[string]int
)

type Follower struct {
	mu      sync.Mutex
	tailers map[string]func()
}

func (f *Follower) Stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name := range f.tailers {
		delete(f.tailers, name)
	}
}
