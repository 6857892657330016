package explicitorder

import (
	"context"
	"database/sql"
	"io"
	"log"
	"slices"

	"example.com/poller"
)

func forward(ctx context.Context, db *sql.DB) {
	var closers []func()
	closers = append(closers, func() { _ = db.Close() }) // want `db\.Close runs before p\.Stop \(line \d+\), because the list is run from its start \(line \d+\): the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
	p := poller.New(db)
	closers = append(closers, p.Stop)
	<-ctx.Done()
	for _, c := range closers {
		c()
	}
}

func backward(ctx context.Context, db *sql.DB) {
	p := poller.New(db)
	closers := []func(){
		p.Stop,
		func() { _ = db.Close() }, // want `db\.Close runs before p\.Stop \(line \d+\), because the list is run from its end \(line \d+\)`
	}
	<-ctx.Done()
	for i := len(closers) - 1; i >= 0; i-- {
		closers[i]()
	}
}

type closer struct{ *poller.Poller }

func (c closer) Close() error {
	c.Stop()
	return nil
}

type application struct{ closers []io.Closer }

func (a *application) open(db *sql.DB) {
	c := closer{poller.New(db)}
	a.closers = append(a.closers, c)
	a.closers = append(a.closers, db) // want `db runs before c\.Stop\(\) \(line \d+\), because the list is run from its end \(line \d+\)`
}

func (a *application) Close() {
	for _, c := range slices.Backward(a.closers) {
		if err := c.Close(); err != nil {
			log.Print(err)
		}
	}
}

type step struct {
	name string
	stop func() error
}

type stack struct{ steps []step }

func (s *stack) onStop(name string, stop func() error) {
	s.steps = append(s.steps, step{name: name, stop: stop})
}

func (s *stack) setup(db *sql.DB) {
	p := poller.New(db)
	s.onStop("poller", func() error {
		p.Stop()
		return nil
	})
	s.onStop("pool", db.Close) // want `db\.Close runs before p\.Stop\(\) \(line \d+\), because the list is run from its end \(line \d+\)`
}

func (s *stack) Stop() {
	for _, c := range slices.Backward(s.steps) {
		if err := c.stop(); err != nil {
			log.Print(c.name, err)
		}
	}
}

// The elements of an array may have keys.
func keyed(ctx context.Context, db *sql.DB) {
	p := closer{poller.New(db)}
	closers := [...]io.Closer{
		0: db, // want `db runs before c\.Stop\(\) \(line \d+\), because the list is run from its start \(line \d+\)`
		1: p,
	}
	<-ctx.Done()
	for _, c := range closers {
		_ = c.Close()
	}
}
