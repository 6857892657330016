package responsebody

import (
	"errors"
	"net/http"
)

func statusOf(resp *http.Response) (*http.Response, error) {
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return resp, nil
}

// Nope. The caller has what it drops, and closes it.
func detailed(resp *http.Response) (*http.Response, error) {
	if _, err := statusOf(resp); err != nil {
		return resp, err
	}
	return resp, nil
}
