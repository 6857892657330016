package bodynolimit_download

import (
	"io"
	"net/http"
)

// Get is called with addresses that this package does not show.
func Get(u string) ([]byte, error) {
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body) // want `one response can exhaust the memory.*low confidence: the program itself may be at the other end`
}
