package stopoverwritten

import "context"

// Stop makes it ready for another Start, and a second Start without one loses the first goroutine.
type pump struct{ cancel context.CancelFunc }

func (m *pump) Start(parent context.Context) {
	ctx, cancel := context.WithCancel(parent)
	m.cancel = cancel // want `goroutine started at line 11 can no longer be stopped after a second call of Start, which overwrites m.cancel, and nothing calls it before`
	go m.loop(ctx)
}

func (m *pump) loop(ctx context.Context) { <-ctx.Done() }

func (m *pump) Stop() {
	if m.cancel != nil {
		m.cancel()
		m.cancel = nil
	}
}
