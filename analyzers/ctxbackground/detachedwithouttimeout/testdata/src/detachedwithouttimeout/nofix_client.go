package detachedwithouttimeout

import (
	"context"
	"net/http"
	"time"
)

// One of the two clients has no Timeout.
type shadows struct {
	client, other *http.Client
}

func newShadows() *shadows {
	return &shadows{client: &http.Client{Timeout: 5 * time.Second}, other: &http.Client{}}
}

func (s *shadows) start(r *http.Request, base string) error {
	ctx := context.WithoutCancel(r.Context()) // want `http.NewRequestWithContext can block forever`
	req, err := http.NewRequestWithContext(ctx, r.Method, base, nil)
	if err != nil {
		return err
	}
	go s.send(req, base == "")
	return nil
}

func (s *shadows) send(req *http.Request, local bool) {
	client := s.client.Do
	if local {
		client = s.other.Do
	}
	resp, err := client(req)
	if err == nil {
		resp.Body.Close()
	}
}
