package unguardedfield

import "context"

// Nothing but the goroutine sets the pointer, and Close uses it at any time.
type probe struct{ n int }

func (p *probe) Close() { p.n = 0 }

type lateProbe struct {
	cancel context.CancelFunc
	probe  *probe
	events chan int
}

func newLateProbe(events chan int) *lateProbe {
	ctx, cancel := context.WithCancel(context.Background())
	w := &lateProbe{cancel: cancel, events: events}
	go w.watch(ctx)
	return w
}

func (w *lateProbe) watch(ctx context.Context) {
	select {
	case <-ctx.Done():
	case n := <-w.events:
		w.probe = &probe{n} // want `data race: w\.probe is written here and read by another goroutine at line \d+, and no mutex guards it`
	}
}

func (w *lateProbe) Close() {
	w.probe.Close()
	w.cancel()
}
