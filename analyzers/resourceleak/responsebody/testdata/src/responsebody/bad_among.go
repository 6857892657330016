package responsebody

import (
	"errors"
	"net/http"
)

// One condition asks for the error and the status.
func reachable(c *http.Client, url string) error {
	resp, err := c.Get(url) // want `resp.Body, opened here, is never closed`
	if err != nil || resp.StatusCode != http.StatusOK {
		return errors.Join(err, errors.New("ping failed"))
	}
	return nil
}

// No condition of its own asks for the error.
func ping(url string) bool {
	resp, err := http.Get(url) // want `resp.Body, opened here, is never closed`
	return err == nil && resp.StatusCode == http.StatusOK
}
