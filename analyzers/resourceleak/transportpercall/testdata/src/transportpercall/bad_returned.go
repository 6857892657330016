package transportpercall

import (
	"context"
	"crypto/tls"
	"net/http"
	"time"
)

type printer struct {
	address string
	config  *tls.Config
}

func (p *printer) transport() http.RoundTripper {
	return &http.Transport{TLSClientConfig: p.config, IdleConnTimeout: time.Minute} // want `each call of status makes a transport of its own by transport at line \d+, whose idle connections stay open`
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
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config}}, nil // want `each call of Print makes a transport of its own by newClient at line \d+`
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

// The transport is set where it is needed.
func (p *printer) Reset() error {
	client := &http.Client{}
	if p.config != nil {
		client.Transport = &http.Transport{TLSClientConfig: p.config} // want `each call of Reset makes a transport of its own`
	}
	resp, err := client.Get(p.address)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
