package clientnotimeout

import (
	"fmt"
	"net/http"
)

// The peer is this machine.
func ready(port string) bool {
	resp, err := http.Get(fmt.Sprintf("http://127.0.0.1:%s/health", port)) // want `http\.Get never returns when the server accepts and does not respond: the call has no timeout`
	if err != nil {
		return false
	}
	return resp.Body.Close() == nil
}
