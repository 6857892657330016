package clientnotimeout

import (
	"net/http"
	"testing"
)

// A helper for tests, which have a limit of their own.
func fetch(t *testing.T, address string) *http.Response {
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}
