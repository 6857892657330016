// Package pool runs jobs.
package pool

import (
	"database/sql"
	"sync"
)

type Pool struct {
	jobs    chan func()
	workers sync.WaitGroup
}

func New() *Pool {
	p := &Pool{jobs: make(chan func(), 8)}
	p.workers.Go(func() {
		for job := range p.jobs {
			job()
		}
	})
	return p
}

func (p *Pool) Submit(job func()) { p.jobs <- job }

func (p *Pool) Len() int { return len(p.jobs) }

func (p *Pool) Stop() {
	close(p.jobs)
	p.workers.Wait()
}

type Titles struct{ db *sql.DB }

func Open(db *sql.DB) *Titles { return &Titles{db} }

func (t *Titles) Close() error { return t.db.Close() }

func (t *Titles) Title() error { return t.db.Ping() }
