package statusnotchecked

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
)

type reply struct {
	Error string
	ID    int
}

// A field says how it has ended.
func create(req *http.Request) (int, error) {
	resp, err := client.Do(req) // want `an error page counts as the result`
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var r reply
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return 0, err
	}
	return r.ID, nil
}

// What is missing is noticed.
func token(req *http.Request) (string, error) {
	resp, err := client.Do(req) // want `an error page counts as the result`
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var r struct{ Token string }
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return "", err
	}
	if r.Token == "" {
		return "", errors.New("no token")
	}
	return r.Token, nil
}

// The text is searched.
func healthy(url string) (bool, error) {
	resp, err := client.Get(url) // want `an error page counts as the result`
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return false, err
	}
	return strings.Contains(string(b), "healthy"), nil
}

// It may only be asked whether there is an answer.
func reachable(url string) error {
	resp, err := client.Get(url) // want `a request that the server refuses counts as success`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return nil
}

// What is no address is noticed.
func address(url string) (net.IP, error) {
	resp, err := client.Get(url) // want `an error page counts as the result`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	buf := make([]byte, 64)
	n, err := resp.Body.Read(buf)
	if n == 0 {
		return nil, err
	}
	return net.ParseIP(string(buf[:n])), nil
}

// What is deleted may be gone already.
func forget(url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req) // want `a request that the server refuses counts as success`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return nil
}
