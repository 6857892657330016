package clientnotimeout

import (
	"net/http"
	"time"
)

// The limits that a program has for its calls are those that the fix uses.
type settings struct {
	URL         string
	IdleTimeout time.Duration
	HTTPTimeout time.Duration
}

type prober struct {
	cfg    settings
	client *http.Client
}

func (p *prober) probe() error {
	client := &http.Client{} // want `http\.Client has no Timeout`
	resp, err := client.Get(p.cfg.URL)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func once(url string, requestTimeout time.Duration) error {
	resp, err := http.Get(url) // want `http\.Get`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A limit of something else, and one that is none.
type pinger struct{ DialTimeout time.Duration }

func (d *pinger) ping(url string, timeout int) error {
	resp, err := http.Get(url) // want `http\.Get`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
