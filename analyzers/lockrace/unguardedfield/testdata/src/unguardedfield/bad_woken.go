package unguardedfield

import "context"

// Nothing ends the wait when the flag is set: the loop waits on, for another context.
type porter struct {
	ctx    context.Context
	cancel func()
	other  func()
	bags   chan int
	gone   bool
}

func newPorter(ctx context.Context) *porter {
	p := &porter{bags: make(chan int)}
	p.ctx, p.cancel = context.WithCancel(ctx)
	_, p.other = context.WithCancel(ctx)
	return p
}

func (p *porter) Start() {
	go func() {
		for !p.gone { // want `data race: p.gone ends the loop`
			select {
			case n := <-p.bags:
				println(n)
			case <-p.ctx.Done():
			}
		}
	}()
}

func (p *porter) Stop() {
	p.gone = true
	p.other()
}

// What wakes the loop comes before the flag: the loop asks, and waits again.
type warder struct {
	keys chan int
	wake chan struct{}
	gone bool
}

func newWarder() *warder { return &warder{keys: make(chan int), wake: make(chan struct{}, 1)} }

func (w *warder) Start() {
	go func() {
		for !w.gone { // want `data race: w.gone ends the loop`
			select {
			case n := <-w.keys:
				println(n)
			case <-w.wake:
			}
		}
	}()
}

func (w *warder) Stop() {
	w.wake <- struct{}{}
	w.gone = true
}
