package responsebody

import "net/http"

// The same helper sends the one and the other method.
func (p *prober) version(url string) (string, error) {
	resp, err := p.send("HEAD", url)
	if err != nil {
		return "", err
	}
	if v := resp.Header.Get("Version"); v != "" {
		return v, nil
	}
	resp, err = p.send("GET", url)
	if err != nil {
		return "", err
	}
	if resp.StatusCode != http.StatusOK {
		return "", nil // want `resp.Body, opened at line \d+, stays open on this return`
	}
	defer resp.Body.Close()
	return resp.Header.Get("Version"), nil
}

// Where the server does not know HEAD, the answer is one to GET.
func (p *prober) size(url string) (int64, error) {
	resp, err := p.headOrGet(url) // want `resp.Body, opened here, is never closed`
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, nil
}

func (p *prober) headOrGet(url string) (*http.Response, error) {
	resp, err := p.hc.Head(url)
	if err == nil && resp.StatusCode == http.StatusMethodNotAllowed {
		return p.hc.Get(url)
	}
	return resp, err
}
