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

// One of the callers sets a deadline, the other does not.
type sink struct{ client *http.Client }

func newSink() *sink {
	return &sink{&http.Client{}} // want `s.client.Do at line \d+ never returns .*: http.Client has no Timeout, and the request has no deadline`
}

func (s *sink) run(address string, batches <-chan string) {
	for range batches {
		if err := s.post(context.Background(), address); err != nil {
			log.Print(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.post(ctx, address); err != nil {
		log.Print(err)
	}
}

func (s *sink) post(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
