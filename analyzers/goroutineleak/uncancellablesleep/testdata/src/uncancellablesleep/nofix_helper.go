package uncancellablesleep

import (
	"context"
	"time"
)

type pacer struct{ failures int }

func (p *pacer) pause() {
	if p.failures > 9 {
		time.Sleep(10 * time.Second)
	} else {
		time.Sleep(time.Duration(p.failures) * time.Second)
		p.failures++
	}
}

func nap() { time.Sleep(time.Minute) }

func withPacer(ctx context.Context, try func(context.Context) error) error {
	p := &pacer{}
	for try(ctx) != nil {
		p.pause() // want `shutdown is delayed by p.pause, which sleeps, in the loop at line 23: it does not return when ctx is done`
	}
	return nil
}

func napping(ctx context.Context, try func(context.Context) error) {
	for {
		if ctx.Err() != nil {
			return
		}
		_ = try(ctx)
		nap() // want `shutdown is delayed by nap, which sleeps`
	}
}
