// Package appctl is run by hand, on the machine of whoever types its commands.
package appctl

import (
	"net/http"
	"os"
)

func target() string {
	if host := os.Getenv("BILLING_HOST"); host != "" {
		return host
	}
	return "localhost:8090" // want `BILLING_HOST defaults to .* low confidence`
}

func status() (*http.Response, error) { return http.Get("http://" + target() + "/status") }
