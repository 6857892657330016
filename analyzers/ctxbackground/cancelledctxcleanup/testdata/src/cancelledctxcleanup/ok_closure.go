package cancelledctxcleanup

import (
	"context"
	"log"
	"time"
)

func (b *batcher) runDetached(ctx context.Context) {
	t := time.NewTicker(b.every)
	defer t.Stop()
	var lines []string
	flush := func(ctx context.Context) {
		if err := b.store(ctx, lines); err != nil {
			log.Print(err)
		}
		lines = lines[:0]
	}
	report := func() { log.Print(len(lines), ctx.Err()) }
	for {
		select {
		case line := <-b.in:
			lines = append(lines, line)
		case <-t.C:
			flush(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			flush(last)
			report()
			return
		}
	}
}

func (b *batcher) runTwo(ctx context.Context, stop <-chan struct{}) {
	var lines []string
	flush := func() {
		if err := b.store(ctx, lines); err != nil {
			log.Print(err)
		}
	}
	for {
		select {
		case line := <-b.in:
			lines = append(lines, line)
		case <-stop:
			flush() // ctx lasts longer
			return
		}
	}
}
