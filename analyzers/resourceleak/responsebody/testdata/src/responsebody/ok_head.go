package responsebody

import (
	"context"
	"net/http"
)

type prober struct{ hc *http.Client }

// Silent: the answer to HEAD has no body.
func (p *prober) etag(url string) (string, error) {
	resp, err := p.send("HEAD", url)
	if err != nil {
		return "", err
	}
	return resp.Header.Get("ETag"), nil
}

// Silent: so is one that is dropped.
func (p *prober) reachable(ctx context.Context, url string) error {
	_, err := p.probe(ctx, url)
	return err
}

func (p *prober) send(method, url string) (*http.Response, error) {
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		return nil, err
	}
	return p.hc.Do(req)
}

func (p *prober) probe(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return nil, err
	}
	return resp, nil
}
