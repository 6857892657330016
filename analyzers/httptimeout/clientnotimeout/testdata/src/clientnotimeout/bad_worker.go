package clientnotimeout

import (
	"context"
	"log"
	"net/http"
	"time"
)

// The context of a worker ends when it is stopped, and not before.
type Poller struct {
	Address string
	client  *http.Client
}

func NewPoller(address string) *Poller {
	return &Poller{Address: address, client: &http.Client{}} // want `p.client.Do at line \d+ never returns when the server does not respond: http.Client has no Timeout, and the request has no deadline`
}

func (p *Poller) Run(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := p.poll(ctx); err != nil {
				log.Print(err)
			}
		}
	}
}

func (p *Poller) poll(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Address, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
