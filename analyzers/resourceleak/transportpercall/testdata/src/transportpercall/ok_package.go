package transportpercall

import (
	"net/http"

	"example.com/clients"
)

// All callers share it.
func (s *scale) Read(address string) error {
	_, err := clients.Shared().Head(address)
	return err
}

type station struct{ client *http.Client }

// The value keeps it.
func newStation(s *scale) (*station, error) {
	client, err := clients.New(s.config)
	if err != nil {
		return nil, err
	}
	return &station{client: client}, nil
}

// They are closed.
func (s *scale) Closed(address string) error {
	client, err := clients.New(s.config)
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	_, err = client.Head(address)
	return err
}
