package lostbatch

import (
	"context"
	"time"
)

// Nope. The last batch is handed on.
func last(in <-chan record, stop <-chan struct{}, tick <-chan time.Time) {
	var batch []record
	for {
		select {
		case r := <-in:
			batch = append(batch, r)
		case <-tick:
			store(batch)
			batch = nil
		case <-stop:
			store(batch)
			return
		}
	}
}

// Nope. A deferred call hands it on.
func deferred(in <-chan record, stop <-chan struct{}, tick <-chan time.Time) {
	var batch []record
	flush := func() { store(batch); batch = nil }
	defer flush()
	for {
		select {
		case r := <-in:
			batch = append(batch, r)
		case <-tick:
			flush()
		case <-stop:
			return
		}
	}
}

// Nope. What follows the loop does.
func behind(in <-chan record, stop <-chan struct{}, tick <-chan time.Time) {
	var batch []record
loop:
	for {
		select {
		case r := <-in:
			batch = append(batch, r)
		case <-tick:
			store(batch)
			batch = nil
		case <-stop:
			break loop
		}
	}
	store(batch)
}

// Nope. Close hands on what the loop has left.
type Tidy struct {
	in      chan record
	quit    chan struct{}
	done    chan struct{}
	pending []record
}

func (t *Tidy) run(tick <-chan time.Time) {
	defer close(t.done)
	for {
		select {
		case r := <-t.in:
			t.pending = append(t.pending, r)
		case <-tick:
			t.flush()
		case <-t.quit:
			return
		}
	}
}

func (t *Tidy) flush() {
	store(t.pending)
	t.pending = nil
}

func (t *Tidy) Close() {
	close(t.quit)
	<-t.done
	t.flush()
}

// Nope. The batch is returned to the caller.
func returned(ctx context.Context, in <-chan record, tick <-chan time.Time) []record {
	var batch []record
	for {
		select {
		case r := <-in:
			batch = append(batch, r)
		case <-tick:
			store(batch)
			batch = nil
		case <-ctx.Done():
			return batch
		}
	}
}

// Nope. What is seen is a cache, and handed on nowhere.
func seen(in <-chan record, stop <-chan struct{}, tick <-chan time.Time) {
	known := make(map[string]bool)
	for {
		select {
		case r := <-in:
			known[r.key] = true
		case <-tick:
			clear(known)
		case <-stop:
			return
		}
	}
}

// Nope. Close stores what is left when the loop has ended.
type spooler struct {
	buf  []record
	stop chan struct{}
	done chan struct{}
}

func (s *spooler) add(r record) { s.buf = append(s.buf, r) }

func (s *spooler) run(tick <-chan time.Time) {
	defer close(s.done)
	for {
		select {
		case <-tick:
			s.flush()
		case <-s.stop:
			return
		}
	}
}

func (s *spooler) flush() {
	store(s.buf)
	s.buf = nil
}

func (s *spooler) Close() {
	close(s.stop)
	<-s.done
	s.flush()
}
