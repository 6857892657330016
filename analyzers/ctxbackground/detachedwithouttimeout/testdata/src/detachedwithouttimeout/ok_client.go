package detachedwithouttimeout

import (
	"context"
	"net/http"
	"time"
)

// The Timeout of the client ends the request.
type shadow struct {
	client *http.Client
}

func newShadow() *shadow {
	return &shadow{client: &http.Client{Timeout: 5 * time.Second}}
}

func (s *shadow) start(r *http.Request, base string) error {
	req, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, base, nil)
	if err != nil {
		return err
	}
	req.Header = r.Header.Clone()
	go s.send(req)
	return nil
}

func (s *shadow) send(req *http.Request) {
	resp, err := s.client.Do(req)
	if err == nil {
		resp.Body.Close()
	}
}
