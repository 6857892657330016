package transportpercall

import (
	"net/http"
	"time"
)

// Idle connections are closed after a while.
func Probe(address string) error {
	tr := &http.Transport{IdleConnTimeout: time.Second} // want `each call of Probe makes a transport of its own`
	_, err := (&http.Client{Transport: tr}).Head(address)
	return err
}

// The clone has the limit of the default transport.
func Check(address string) error {
	tr := http.DefaultTransport.(*http.Transport).Clone() // want `each call of Check makes a transport of its own`
	_, err := (&http.Client{Transport: tr}).Head(address)
	return err
}

func once(address string) error {
	tr := &http.Transport{} // want `each call of once makes a transport of its own`
	_, err := (&http.Client{Transport: tr}).Head(address)
	return err
}
