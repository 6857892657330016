package poller

import (
	"database/sql"
	"sync"
)

// A Poller polls in the background, until it is stopped.
type Poller struct {
	db   *sql.DB
	stop chan struct{}
	wg   sync.WaitGroup
}

func New(db *sql.DB) *Poller {
	p := &Poller{db: db, stop: make(chan struct{})}
	p.wg.Go(p.loop)
	return p
}

func (p *Poller) loop() {
	<-p.stop
	_ = p.db.Ping()
}

// Stop waits.
func (p *Poller) Stop() {
	close(p.stop)
	p.wg.Wait()
}

// A Counter counts in the background.
type Counter struct {
	db *sql.DB
	n  int
	wg sync.WaitGroup
}

func NewCounter(db *sql.DB) *Counter {
	c := &Counter{db: db}
	c.wg.Go(func() { c.n++ })
	return c
}

// Stop waits for who does not use the database.
func (c *Counter) Stop() { c.wg.Wait() }

// A Store keeps what it is given in a database.
type Store struct{ db *sql.DB }

func NewStore(db *sql.DB) *Store { return &Store{db: db} }

func (s *Store) Save() error { return s.db.Ping() }

// A Writer writes to a store in the background, until it is closed.
type Writer struct {
	store      *Store
	quit, done chan struct{}
}

func NewWriter(store *Store) *Writer {
	w := &Writer{store: store, quit: make(chan struct{}), done: make(chan struct{})}
	for _, work := range []func(){w.flush} {
		go func() {
			defer close(w.done)
			<-w.quit
			work()
		}()
	}
	return w
}

func (w *Writer) flush() { _ = w.store.Save() }

// Write works in the calling goroutine.
func (w *Writer) Write() {}

// Close waits for the last write.
func (w *Writer) Close() {
	close(w.quit)
	<-w.done
}

// A Feed calls in the background what OnItem has added, until it is stopped.
type Feed struct {
	stop  chan struct{}
	wg    sync.WaitGroup
	mu    sync.Mutex
	sinks []func(string)
}

func NewFeed() *Feed { return &Feed{stop: make(chan struct{})} }

func (f *Feed) OnItem(fn func(string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sinks = append(f.sinks, fn)
}

// Each calls fn here.
func (f *Feed) Each(fn func(string) error) error { return fn("") }

func (f *Feed) Start() {
	f.wg.Go(func() {
		<-f.stop
		f.mu.Lock()
		sinks := f.sinks
		f.mu.Unlock()
		for _, fn := range sinks {
			fn("item")
		}
	})
}

// Stop waits for the last items.
func (f *Feed) Stop() {
	close(f.stop)
	f.wg.Wait()
}
