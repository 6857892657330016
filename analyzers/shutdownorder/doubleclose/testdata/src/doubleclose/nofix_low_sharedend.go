package doubleclose

import (
	"context"
	"sync"
)

type Part interface {
	Start(ctx context.Context) error
	Shutdown(ctx context.Context) error
}

// Several pipelines share a part, and each of them shuts it down.
type SharedPart[P Part] struct {
	inner P
	once  sync.Once
	err   error
}

func (s *SharedPart[P]) Start(ctx context.Context) error {
	s.once.Do(func() { s.err = s.inner.Start(ctx) })
	return s.err
}

func (s *SharedPart[P]) Shutdown(ctx context.Context) error {
	return s.inner.Shutdown(ctx) // want `each call of Shutdown ends s.inner once more, and may panic: callers that share it start it only once, by the sync.Once at line 21`
}
