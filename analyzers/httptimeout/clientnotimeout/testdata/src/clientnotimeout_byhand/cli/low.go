// Package cli is what the commands of a program do that somebody runs by hand.
package cli

import "net/http"

// List asks the server. Who runs the command sees that it hangs.
func List(endpoint string) error {
	resp, err := http.Get(endpoint + "/api/users") // want `http\.Get never returns when the server accepts and does not respond: the call has no timeout`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
