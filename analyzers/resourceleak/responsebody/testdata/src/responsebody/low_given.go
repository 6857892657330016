package responsebody

import (
	"errors"
	"net/http"
)

// What comes back is the response that was passed, or a second one.
func refreshed(resp *http.Response) (*http.Response, error) {
	if resp.StatusCode != http.StatusUnauthorized {
		return resp, nil
	}
	return http.DefaultClient.Do(resp.Request)
}

func status(resp *http.Response) (int, error) {
	again, err := refreshed(resp)
	if err != nil {
		return 0, err
	}
	if again.StatusCode >= http.StatusBadRequest {
		return 0, errors.New(again.Status) // want `again.Body, opened at line \d+, stays open on this return`
	}
	defer again.Body.Close()
	return again.StatusCode, nil
}
