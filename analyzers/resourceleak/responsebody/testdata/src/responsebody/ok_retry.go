package responsebody

import (
	"errors"
	"net/http"
)

// Silent: what is thrown away is closed.
func attemptAgain(req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := http.DefaultClient.Do(req)
		if !worthAnother(resp, err) {
			return resp, nil
		}
		if err == nil {
			_ = resp.Body.Close()
		}
	}
	return nil, errors.New("too many attempts")
}

func lost(err error) bool { return err != nil }

// Silent: the helper gets the error alone.
func attemptOnce(req *http.Request) (*http.Response, error) {
	resp, err := http.DefaultClient.Do(req)
	if lost(err) {
		return nil, err
	}
	return resp, nil
}
