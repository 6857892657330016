package statusnotchecked

import (
	"io"
	"log"
	"net/http"
)

// The caller gets a body without its status.
func open(url string) (io.ReadCloser, error) {
	resp, err := client.Get(url) // want `an error page counts as the result: the body of the response of client.Get is used \(line 15\)`
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// The client of the proxy sees status 200.
func proxy(w http.ResponseWriter, r *http.Request) {
	resp, err := client.Get("http://backend:8080/" + r.PathValue("name")) // want `an error page counts as the result`
	if err != nil {
		http.Error(w, "unavailable", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	if _, err := io.Copy(w, resp.Body); err != nil {
		log.Print(err)
	}
}
