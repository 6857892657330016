// Package agents asks what runs beside it on each machine.
package agents

import "net/http"

func stats() (*http.Response, error) {
	return http.Get("http://localhost:8098/stats") // want `the address is fixed to http://localhost:8098/stats`
}
