package usedbeforeerror

import (
	"io"
	"net/http"
)

// Silent: the method and the address are constant, and are what the function fails for.
func telemetry(body io.Reader) error {
	req, err := http.NewRequest("POST", "https://stats.example.com/event", body)
	req.Header.Set("Content-Type", "application/json")
	if err != nil {
		return err
	}
	req.Close = true
	return nil
}
