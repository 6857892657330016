package stopnotcalled

import (
	"context"
	"errors"
	"io"
)

type frames struct{ free chan []byte }

func (f *frames) Get(ctx context.Context) ([]byte, error) {
	select {
	case b := <-f.free:
		return b, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (f *frames) Put(b []byte) { f.free <- b }

// Each short frame makes the pool one buffer smaller.
func total(ctx context.Context, pool *frames, r io.Reader) (n int, err error) {
	buf, err := pool.Get(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := io.ReadFull(r, buf); err != nil {
		return 0, err // want `pool.Put is not called on this return, as it is at line \d+: what pool.Get has taken at line \d+ is lost`
	}
	for _, b := range buf {
		n += int(b)
	}
	pool.Put(buf)
	return n, nil
}

type worker struct{}

func (w *worker) do() error { return errors.New("busy") }

type workers struct{ idle chan *worker }

func (p *workers) borrow() *worker { return <-p.idle }

func (p *workers) giveBack(w *worker) { p.idle <- w }

func withWorker(p *workers) error {
	w := p.borrow()
	if err := w.do(); err != nil {
		return err // want `p.giveBack is not called on this return`
	}
	p.giveBack(w)
	return nil
}
