// Package bodynolimit_client signs what it is about to send: it has made the body itself.
package bodynolimit_client

import (
	"bytes"
	"crypto/sha256"
	"io"
	"net/http"
)

// Sign returns the request with its signature.
func Sign(r *http.Request) (*http.Request, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	sum := sha256.Sum256(body)
	r.Header.Set("X-Signature", string(sum[:]))
	return r, nil
}

type signing struct{ next http.RoundTripper }

func (s *signing) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := s.sign(r); err != nil {
		return nil, err
	}
	return s.next.RoundTrip(r)
}

func (s *signing) sign(r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}
