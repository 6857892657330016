package tests

import "net/http"

// A test replaces the transport, and the client: the program does not.
func get(address string) {
	_, _ = http.Get(address) // want `http\.Get never returns when address accepts and does not respond`
}
