package transportpercall

import (
	"crypto/tls"
	"net/http"

	"example.com/clients"
)

type scale struct{ config *tls.Config }

// Weigh gets its client from another package.
func (s *scale) Weigh(address string) error {
	client, err := clients.New(s.config) // want `each call of Weigh makes a transport of its own by clients.New, whose idle connections stay open with their goroutines: nothing uses them again`
	if err != nil {
		return err
	}
	resp, err := client.Get(address)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Tare puts the transport into a client itself.
func (s *scale) Tare(address string) error {
	tr := clients.Transport() // want `each call of Tare makes a transport of its own by clients.Transport`
	resp, err := (&http.Client{Transport: tr}).Get(address)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
