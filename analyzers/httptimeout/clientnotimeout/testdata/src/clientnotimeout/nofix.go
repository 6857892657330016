package clientnotimeout

import (
	"io"
	"net/http"
)

// A limit would make more errors, and there is no response then.
func dropsError(url string) []byte {
	resp, _ := http.Get(url) // want `http\.Get never returns when url accepts and does not respond`
	defer resp.Body.Close()
	data, _ := io.ReadAll(resp.Body)
	return data
}

func dropsErrorOfClient(url string) int {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return 0
	}
	client := &http.Client{} // want `http.Client has no Timeout`
	resp, _ := client.Do(req)
	defer resp.Body.Close()
	return resp.StatusCode
}
