package transportpercall

import (
	"context"
	"crypto/tls"
	"net/http"
	"sync"
	"time"
)

type printer struct {
	address string
	config  *tls.Config
}

func (p *printer) transport() http.RoundTripper {
	return &http.Transport{TLSClientConfig: p.config, IdleConnTimeout: time.Minute} // want `each call of status makes a transport of its own by transport at line 25, whose idle connections stay open`
}

func (p *printer) status(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.address, nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: p.transport()}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func newClient(config *tls.Config) (*http.Client, error) {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config}}, nil // want `each call of Print makes a transport of its own by newClient at line 38`
}

func (p *printer) Print() error {
	client, err := newClient(p.config)
	if err != nil {
		return err
	}
	resp, err := client.Get(p.address)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A ledger notes which hosts it has seen, in a sync.Map that has no transports.
type ledger struct {
	seen   sync.Map
	config *tls.Config
}

func (l *ledger) client(host string) *http.Client {
	l.seen.Store(host, time.Now())
	return &http.Client{Transport: &http.Transport{TLSClientConfig: l.config}} // want `each call of Ping makes a transport of its own by client`
}

func (l *ledger) Ping(host string) error {
	resp, err := l.client(host).Get("https://" + host)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
