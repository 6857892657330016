package doubleclose

import (
	"context"
	"time"
)

// Unproven. No second call of these is in sight: where an importer makes one, that call is
// reported.

// What the path does before and after does not matter, as long as every path
// gets to the close.
type Jobs[T any] struct {
	jobs chan T
	err  error
}

func (p *Jobs[T]) Submit(v T) { p.jobs <- v }

func (p *Jobs[T]) Shutdown(ctx context.Context) error {
	if ctx.Err() != nil {
		p.err = ctx.Err()
	}
	close(p.jobs)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return p.err
	}
}

// Many call it, each with a value of its own, as far as the package shows.
type Lease struct{ stop chan struct{} }

func (l *Lease) Stop() { close(l.stop) }

func ends(a, b *Lease) {
	a.Stop()
	b.Stop()
}

// Nothing shows that anybody calls it twice.
type Service struct{ stop chan struct{} }

func (s *Service) Stop() { close(s.stop) }

// Known as a closer only, whose users call it once.
type closer struct{ done chan struct{} }

func (c *closer) Close() error {
	close(c.done)
	return nil
}

func asCloser() interface{ Close() error } { return &closer{make(chan struct{})} }
