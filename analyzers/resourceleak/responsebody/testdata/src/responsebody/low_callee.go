package responsebody

import (
	"encoding/json"
	"io"
	"net/http"
)

// The method that gets the response reads its body to the end, whatever the status.
func (c *client) names(url string) (list []string, err error) {
	resp, err := c.http.Get(url) // want `resp.Body, opened here, is never closed`
	err = c.unmarshal(resp, err, &list)
	return list, err
}

func (c *client) unmarshal(resp *http.Response, err error, v any) error {
	if err != nil {
		return err
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return errStatus
	}
	return json.Unmarshal(data, v)
}
