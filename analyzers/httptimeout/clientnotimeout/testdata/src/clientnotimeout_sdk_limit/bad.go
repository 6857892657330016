// Package clientnotimeout_sdk_limit sets limits beside the client that a library gets.
package clientnotimeout_sdk_limit

import (
	"net/http"
	"time"

	"github.com/radio/radio"
)

// No limit, and one for connections that are not used.
func stations() ([]string, error) {
	api := radio.New(&radio.Options{HTTPClient: &http.Client{}, Timeout: 0, IdleTimeout: time.Minute}) // want `never returns when the server does not respond`
	return api.Stations()
}

type settings struct{ Timeout time.Duration }

func (settings) options(client *http.Client) *radio.Options {
	return &radio.Options{HTTPClient: client}
}

// The limit is one of the program's own.
func own() ([]string, error) {
	api := radio.New(settings{Timeout: time.Minute}.options(&http.Client{})) // want `never returns when the server does not respond`
	return api.Stations()
}
