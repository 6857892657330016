package clientnotimeout_doer

import (
	"context"
	"net/http"
)

type station struct{ http doer }

func newStation() *station {
	return &station{http: &http.Client{}} // want `s.http.Do at line 19 never returns when the server does not respond: http.Client has no Timeout, and only its caller may give the request a deadline`
}

func (s *station) Read(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://weather.example.com/station", nil)
	if err != nil {
		return err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
