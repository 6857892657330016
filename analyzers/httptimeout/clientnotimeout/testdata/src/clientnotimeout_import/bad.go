package imported

import "net/http"

// Nothing else in this file uses net/http: the fixes must keep it in use.
func ping() error {
	resp, err := http.Get("http://a") // want `http\.Get never returns when the server accepts and does not respond`
	if err != nil {
		return err
	}
	_, _ = http.Head("http://b") // want `http\.Head never returns when the server accepts and does not respond`
	return resp.Body.Close()
}
