package busyloop

import (
	"context"
	"log"
	"net/http"
	"time"
)

func (f *follower) paused(ctx context.Context) {
	for ctx.Err() == nil {
		if err := f.follow(); err != nil {
			log.Print(err)
		}
		f.onUp(false)
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// What is told may wait: it gets the context.
type paced struct {
	*follower
	wait func(context.Context)
}

func (p *paced) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := p.follow(); err != nil {
			log.Print(err)
		}
		p.wait(ctx)
	}
}

func (f *follower) sendPaused(ctx context.Context, req *http.Request) error {
	for {
		err := f.post(req)
		if err == nil || ctx.Err() != nil {
			return err
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
}
