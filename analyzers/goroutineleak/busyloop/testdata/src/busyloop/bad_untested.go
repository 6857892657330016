package busyloop

import (
	"context"
	"log"
	"net/http"
)

// The error is logged, be it nil or not.
func (f *feed) logs(ctx context.Context) {
	for ctx.Err() == nil {
		err := f.follow(ctx, nil) // want `while the other side is down, the loop at line \d+ tries again without a pause`
		log.Printf("ended, connecting again: %v", err)
	}
}

// It is dropped.
func (f *feed) drops(ctx context.Context) {
	for ctx.Err() == nil {
		_ = f.follow(ctx, nil) // want `tries again without a pause`
	}
}

// A request is sent first.
type poller struct {
	client *http.Client
	url    string
}

func (p *poller) Run(ctx context.Context) {
	for {
		if ctx.Err() != nil {
			return
		}
		if err := p.poll(ctx); err != nil { // want `tries again without a pause`
			log.Print(err)
		}
	}
}

func (p *poller) poll(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
