package bodynolimit

import (
	"errors"
	"io"
	"net/http"
)

const mostLogo = 1 << 20

func logo(resp *http.Response) ([]byte, error) {
	data, err := io.ReadAll(resp.Body) // want `one response can exhaust the memory: io.ReadAll reads resp.Body to the end before its length is compared with a limit at line 16`
	if err != nil {
		return nil, err
	}
	if len(data) > mostLogo {
		return nil, errors.New("too large")
	}
	return data, nil
}
