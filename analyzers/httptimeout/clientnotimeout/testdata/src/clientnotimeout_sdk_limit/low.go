package clientnotimeout_sdk_limit

import (
	"net/http"
	"time"

	"github.com/radio/radio"
)

// The library may limit each request.
func limited() ([]string, error) {
	api := radio.New(&radio.Options{HTTPClient: &http.Client{}, Timeout: 5 * time.Second}) // want `never returns when the server does not respond`
	return api.Stations()
}

func nested(limit time.Duration) ([]string, error) {
	client := &http.Client{} // want `never returns when the server does not respond`
	api := radio.New(&radio.Options{
		HTTPClient: client,
		Defaults:   &radio.Defaults{RequestTimeout: limit},
	})
	return api.Stations()
}
