package responsebody

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

var errStatus = errors.New("unexpected status")

// An error page is not read.
func (c *client) titles(url string) (list []string, err error) {
	resp, err := c.http.Get(url) // want `resp.Body, opened here, is never closed`
	err = c.checked(resp, err, &list)
	return list, err
}

func (c *client) checked(resp *http.Response, err error, v any) error {
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return errStatus
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}
