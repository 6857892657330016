package usedbeforeerror

import (
	"io"
	"net/http"
	"net/url"
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

// What was parsed can be parsed again.
func again(r *http.Request) string {
	u, _ := url.ParseRequestURI(r.URL.String())
	u.RawQuery = ""
	return u.String()
}
