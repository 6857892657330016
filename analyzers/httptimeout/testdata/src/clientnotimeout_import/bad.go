package imported

import "net/http"

// Nothing else in this file uses net/http: the fixes must keep it in use.
func ping() error {
	resp, err := http.Get("http://a") // want `http.Get has no time limit`
	if err != nil {
		return err
	}
	_, _ = http.Head("http://b") // want `http.Head has no time limit`
	return resp.Body.Close()
}
