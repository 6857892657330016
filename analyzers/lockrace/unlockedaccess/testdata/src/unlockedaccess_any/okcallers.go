package unlockedaccess_any

import (
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Persist and Snapshot are only called where it was acquired, here.
type Registry struct {
	mu     sync.Mutex
	topics map[string]int
	gen    int
}

func (r *Registry) Snapshot() []string {
	var names []string
	for name := range r.topics {
		names = append(names, name)
	}
	return names
}

func (r *Registry) Persist(write func([]string)) { write(r.Snapshot()) }

func (r *Registry) Add(name string, write func([]string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.topics[name]++
	r.Persist(write)
}

func (r *Registry) Drop(name string, write func([]string)) {
	r.mu.Lock()
	delete(r.topics, name)
	r.Persist(write)
	r.mu.Unlock()
}

func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.topics)
}

// Nobody else comes in until the goroutines are through.
type Fleet struct {
	mu    sync.Mutex
	ships map[string]int
	old   []string
}

func (f *Fleet) Reload(ships map[string]int, visit func(int)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ships = ships
	var wg sync.WaitGroup
	for _, name := range f.old {
		wg.Add(1)
		go func() {
			defer wg.Done()
			visit(f.ships[name])
		}()
	}
	wg.Wait()
	f.old = nil
}

func (f *Fleet) Set(name string, n int) {
	f.mu.Lock()
	f.ships[name] = n
	f.mu.Unlock()
}

func (f *Fleet) Get(name string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ships[name]
}

// Set once, where it was nil, before the goroutine is started that reads it.
type debounce struct {
	mu    sync.Mutex
	timer *time.Timer
	again bool
}

func (d *debounce) Call() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer == nil {
		d.timer = time.NewTimer(time.Second)
	} else {
		d.timer.Reset(time.Second)
	}
	go d.wait()
}

func (d *debounce) wait() {
	<-d.timer.C
	d.mu.Lock()
	defer d.mu.Unlock()
	d.again = true
	d.timer.Stop()
}

// The method that makes the transport ready: others read, without a lock, what it
// alone sets.
type Transport struct {
	mu    sync.RWMutex
	peers map[string]int
	dial  func(string) int
	codec *string
}

func (t *Transport) Connect(name string) {
	n := t.dial(name + *t.codec)
	t.mu.Lock()
	t.peers[name] = n
	t.mu.Unlock()
}

func (t *Transport) Get(name string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.peers[name]
}

func (t *Transport) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.peers = nil
}

// What is wrapped calls back, below the method that holds the lock.
type applier interface {
	Apply(name string, each func(applier))
	Put(name string)
	Drop(name string)
}

type authApplier struct {
	applier
	mu   sync.Mutex
	user string
}

func wrap(a applier) applier { return &authApplier{applier: a} }

func (a *authApplier) Apply(name string, each func(applier)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.user = name
	a.applier.Apply(name, each)
	if a.user != "" {
		a.user = ""
	}
}

func (a *authApplier) Put(name string) {
	if a.user != name {
		a.user = ""
		return
	}
	a.applier.Put(name)
}

type backend struct{ names []string }

func (b *backend) Apply(_ string, each func(applier)) { each(b) }
func (b *backend) Put(name string)                    { b.names = append(b.names, name) }
func (b *backend) Drop(string)                        { b.names = nil }

// A result that has a name, and a function that defers: nobody else has the object.
type Pool struct {
	mu   sync.Mutex
	rows map[string]string
	size int
}

func NewPool(size int) (p *Pool, err error) {
	p = &Pool{size: size}
	p.rows = make(map[string]string)
	if size == 0 {
		return p, errClosed
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rows["size"] = "set"
	return p, nil
}

func (p *Pool) Row(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rows[name]
}

func (p *Pool) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.rows)
}

func (p *Pool) Reset() {
	p.mu.Lock()
	p.rows = nil
	p.mu.Unlock()
}

// Something else that copies between pools, from which it may have kept everybody.
type Group struct{ pools []any }

// The only caller has a cursor of its own.
type cursor struct {
	mu   sync.Mutex
	rows []string
}

func open(rows []string, lock sync.Locker) (*cursor, error) {
	lock.Lock()
	defer lock.Unlock()
	if len(rows) == 0 {
		return nil, errClosed
	}
	if len(rows) > 9 {
		return &cursor{rows: rows[:9]}, nil
	}
	return &cursor{rows: rows}, nil
}

func (c *cursor) Next() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.rows) == 0 {
		return ""
	}
	row := c.rows[0]
	c.rows = c.rows[1:]
	return row
}

func (c *cursor) All() []string {
	var all []string
	for range c.rows {
		all = append(all, c.Next())
	}
	return all
}

func Page(rows []string, lock sync.Locker) []string {
	c, err := open(rows, lock)
	if err != nil {
		return nil
	}
	return c.All()
}

// A field that holds a function: the old one or the new one is called.
type hooked struct {
	mu   sync.Mutex
	hook func(int)
	n    int
}

func (h *hooked) SetHook(hook func(int)) {
	h.mu.Lock()
	h.hook = hook
	h.mu.Unlock()
}

func (h *hooked) Disable() {
	h.mu.Lock()
	h.hook = nil
	h.mu.Unlock()
}

// Which of the two comes first is not specified; compilers wait first.
func gather(g *errgroup.Group, names []string, load func(string) (int, error)) ([]int, error) {
	var mu sync.Mutex
	var sizes []int
	for _, name := range names {
		g.Go(func() error {
			n, err := load(name)
			mu.Lock()
			sizes = append(sizes, n)
			mu.Unlock()
			return err
		})
	}
	return sizes, g.Wait()
}

// The function that sets the field has returned, whoever ran it.
type lazyClient struct {
	mu     sync.Mutex
	once   sync.Once
	client map[string]string
	closed bool
}

func (l *lazyClient) Client(dial func() map[string]string) map[string]string {
	l.once.Do(func() {
		made := dial()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.client = made
		if l.closed {
			clear(made)
		}
	})
	return l.client
}

func (l *lazyClient) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.client != nil {
		clear(l.client)
	}
}

func (l *lazyClient) Has(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.client[name] != ""
}

// It reads of itself what its own goroutine writes.
type peer struct {
	mu   sync.Mutex
	echo bool
	sent int
}

type route struct{ to *peer }

func (p *peer) Connect(echo bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.echo = echo
}

func (p *peer) Echo() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.echo
}

func (p *peer) Mute() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.echo
}

// A method says that the field is set, and reads an atomic to know.
type sized struct {
	mu     sync.Mutex
	state  atomic.Uint32
	finite bool
}

func (s *sized) has(bit uint32) bool { return s.state.Load()&bit != 0 }

func (s *sized) Known() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.finite
}

// A flag sees to it that the ticker is made once, before the goroutine is started.
type sink struct {
	mu      sync.Mutex
	started bool
	ticker  *time.Ticker
	done    chan struct{}
	lines   []string
}

func (s *sink) Write(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started {
		s.start()
		s.started = true
	}
	s.lines = append(s.lines, line)
}

func (s *sink) start() {
	s.ticker = time.NewTicker(time.Minute)
	go func() {
		for {
			select {
			case <-s.done:
				return
			case <-s.ticker.C:
			}
			s.mu.Lock()
			s.lines = nil
			s.mu.Unlock()
		}
	}()
}

func (s *sink) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ticker != nil {
		s.ticker.Stop()
	}
	close(s.done)
}

type Fixups struct {
	mu    sync.Mutex
	table map[string]int
}

func (f *Fixups) Add(name string) {
	f.mu.Lock()
	f.table[name]++
	f.mu.Unlock()
}

func (f *Fixups) Drop(name string) {
	f.mu.Lock()
	delete(f.table, name)
	f.mu.Unlock()
}

// Finish is called after everything has been added.
func (f *Fixups) Finish(name string) int { return f.table[name] }

// Table must not be called until all is added.
func (f *Fixups) Table(name string) int { return f.table[name] }

// A flag, set before the goroutine is started, keeps others away.
type restart struct {
	mu      sync.Mutex
	active  bool
	timeout string
}

func (r *restart) Next(next func(string) string, wait func(string)) bool {
	r.mu.Lock()
	if r.active {
		r.mu.Unlock()
		return false
	}
	r.timeout = next(r.timeout)
	if r.timeout == "" {
		r.timeout = "1s"
	}
	r.active = true
	r.mu.Unlock()
	go func() {
		timeout := r.timeout
		wait(timeout)
		r.mu.Lock()
		r.active = false
		r.mu.Unlock()
	}()
	return true
}

// Stored by a literal that is called in place, a few lines before.
type informer struct {
	mu         sync.Mutex
	started    bool
	controller *string
}

func (i *informer) Run(build func() *string, run func(*string)) {
	func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.controller = build()
		i.started = true
	}()
	run(i.controller)
	i.mu.Lock()
	i.started = false
	i.controller = nil
	i.mu.Unlock()
}

func (i *informer) Started() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.controller != nil && i.started
}

// Started before anybody else has a use for it.
type Cluster struct {
	mu   sync.Mutex
	node *string
}

func (c *Cluster) Join(node *string) {
	c.mu.Lock()
	c.node = node
	c.mu.Unlock()
}

func (c *Cluster) Leave() *string {
	c.mu.Lock()
	defer c.mu.Unlock()
	node := c.node
	c.node = nil
	return node
}

// Latest must only be called from the goroutine that adds.
func (f *Fixups) Latest(name string) int { return f.table[name] }

// Whether it locks is up to the caller, who holds the lock otherwise.
type document struct {
	mu sync.Mutex
	pb *int
}

func (d *document) Load() *int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pb = new(int)
	return d.pb
}

func (d *document) save(locking bool) {
	if locking {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	if d.pb == nil {
		d.pb = new(int)
	}
}

func (d *document) Save() { d.save(true) }

func (d *document) Update() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pb = new(int)
	d.save(false)
}

// Lister's Next is called with the lock, and by whom the Lister was opened for.
type Lister struct {
	mu    sync.Mutex
	first []string
	rest  func(n int) []string
}

func OpenLister(rest func(n int) []string) (*Lister, error) {
	return &Lister{rest: rest}, nil
}

func (l *Lister) Prepend(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.first = append([]string{name}, l.first...)
}

func (l *Lister) ListAt(names []string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := copy(names, l.first); n == len(names) {
		l.first = l.first[n:]
		return n
	}
	return copy(names, l.Next(len(names)))
}

func (l *Lister) Next(n int) []string {
	names := l.rest(n)
	if len(l.first) > 0 {
		names = append(l.first, names...)
		l.first = nil
	}
	return names
}

func All(rest func(n int) []string) ([]string, error) {
	l, err := OpenLister(rest)
	if err != nil {
		return nil, err
	}
	return l.Next(1000), nil
}

// A goroutine that is started behind a wait.
var (
	delayedMu sync.Mutex
	delayed   []string
)

func delayOne(name string) {
	delayedMu.Lock()
	delayed = append(delayed, name)
	delayedMu.Unlock()
}

func forget(name string) {
	delayedMu.Lock()
	delayed = append(delayed[:0], name)
	delayedMu.Unlock()
}

func waiting() int {
	delayedMu.Lock()
	defer delayedMu.Unlock()
	if len(delayed) > 0 && delayed[0] == "" {
		return len(delayed) - 1
	}
	return len(delayed)
}

func DeleteAll(names []string, remove func(string)) {
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() { delayOne(name) })
	}
	wg.Wait()
	done := make(chan int)
	go func() {
		for _, name := range delayed {
			remove(name)
		}
		done <- waiting()
	}()
	if <-done == 0 {
		forget("")
	}
}

// The author says so.
type cached struct {
	mu   sync.Mutex
	file []byte
	size int
}

func (c *cached) Open(file []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.file = file
	c.size = len(c.file)
}

func (c *cached) First() byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.file) == 0 {
		return 0
	}
	return c.file[0]
}

type probes struct {
	mu   sync.Mutex
	list []*probe
}

type probe struct{ name string }

func (p *probes) add(q *probe) {
	p.mu.Lock()
	p.list = append(p.list, q)
	p.mu.Unlock()
}

// The part that the lock was held for only grows past its end.
func (p *probes) names() (names []string) {
	p.mu.Lock()
	list := p.list[:len(p.list):len(p.list)]
	p.mu.Unlock()
	for i := range list {
		names = append(names, list[i].name)
	}
	return names
}
