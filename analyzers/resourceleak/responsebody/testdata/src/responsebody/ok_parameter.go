package responsebody

import (
	"encoding/json"
	"io"
	"net/http"
)

// A body that cannot be read to its end has lost its connection.
func readAnswer(resp *http.Response) (*verdict, error) {
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if err = resp.Body.Close(); err != nil {
		return nil, err
	}
	var a verdict
	if err = json.Unmarshal(data, &a); err != nil {
		return nil, err
	}
	return &a, nil
}
