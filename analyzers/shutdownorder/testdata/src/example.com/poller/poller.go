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
