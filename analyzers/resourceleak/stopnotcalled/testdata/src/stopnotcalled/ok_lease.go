package stopnotcalled

import (
	"context"
	"errors"
	"io"
	"sync"
)

// The deferred call has it come back on each path.
func deferredPut(ctx context.Context, pool *frames, r io.Reader) error {
	buf, err := pool.Get(ctx)
	if err != nil {
		return err
	}
	defer pool.Put(buf)
	_, err = io.ReadFull(r, buf)
	return err
}

// Another one comes in the place of what is broken.
func replaced(p *workers) error {
	w := p.borrow()
	if err := w.do(); err != nil {
		p.giveBack(new(worker))
		return err
	}
	p.giveBack(w)
	return nil
}

// The caller has it, and gives it back.
func handedOn(p *workers) (*worker, error) {
	w := p.borrow()
	if err := w.do(); err != nil {
		p.giveBack(w)
		return nil, err
	}
	return w, nil
}

// The pool makes another where none is left.
type spares struct{ idle chan *worker }

func (s *spares) Get() *worker {
	select {
	case w := <-s.idle:
		return w
	default:
		return new(worker)
	}
}

func (s *spares) Put(w *worker) { s.idle <- w }

func spare(s *spares) error {
	w := s.Get()
	if err := w.do(); err != nil {
		return err
	}
	s.Put(w)
	return nil
}

// The collector takes what does not come back.
var scratch = sync.Pool{New: func() any { return new(worker) }}

func pooled() error {
	w := scratch.Get().(*worker)
	if err := w.do(); err != nil {
		return err
	}
	scratch.Put(w)
	return nil
}

// What is looked up by a key is stored when it is changed.
type table struct{ rows chan *worker }

func (t *table) Get(key string) (*worker, error) { return <-t.rows, nil }

func (t *table) Put(w *worker) error { t.rows <- w; return nil }

func changed(t *table) error {
	w, err := t.Get("a")
	if err != nil {
		return err
	}
	if w == nil {
		return errors.New("not found")
	}
	if err := w.do(); err != nil {
		return err
	}
	return t.Put(w)
}
