package stopoverwritten

import "context"

// Safe: a second Start returns.
type fanout struct{ cancel context.CancelFunc }

func (f *fanout) Start(parent context.Context) {
	if f.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(parent)
	f.cancel = cancel
	go f.loop(ctx)
}

func (f *fanout) loop(ctx context.Context) { <-ctx.Done() }

func (f *fanout) Stop() {
	if f.cancel != nil {
		f.cancel()
		f.cancel = nil
	}
}

// Safe: only its caller, which has asked, starts it.
type sampler struct{ cancel context.CancelFunc }

func (s *sampler) begin(parent context.Context) {
	ctx, cancel := context.WithCancel(parent)
	s.cancel = cancel
	go func() { <-ctx.Done() }()
}

func (s *sampler) Toggle(parent context.Context) {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
		return
	}
	s.begin(parent)
}
