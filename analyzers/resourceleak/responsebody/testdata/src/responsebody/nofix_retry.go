package responsebody

import (
	"errors"
	"net/http"
)

// What the helper says of a response is not known, as it is of an error alone.
func worthAnother(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode == http.StatusTooManyRequests
}

func attempt(req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := http.DefaultClient.Do(req) // want `resp.Body is opened again while that of the last pass is open`
		if !worthAnother(resp, err) {
			return resp, nil
		}
	}
	return nil, errors.New("too many attempts")
}
