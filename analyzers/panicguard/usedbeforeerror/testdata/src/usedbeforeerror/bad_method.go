package usedbeforeerror

import (
	"errors"
	"net/url"
)

// A method of what url.Parse returns reads its fields.
func upstream(text string) (string, error) {
	u, err := url.Parse(text)
	host := u.Hostname() // want `panic where url.Parse fails: u is nil then`
	if err != nil {
		return "", err
	}
	if host == "" {
		return "", errors.New("no host")
	}
	return host, nil
}
