package usedbeforeerror

import (
	"net/url"
	"os"
)

// Stat of an open file fails only where that has been closed.
func length(f *os.File) (int64, error) {
	info, _ := f.Stat() // want `panic where f.Stat fails`
	return info.Size(), nil
}

type harborConfig struct{ Public address }

type address struct{ URL string }

// A setting that is no URL shows with the first start.
func host(c *harborConfig) (string, error) {
	u, _ := url.Parse(c.Public.URL) // want `panic where url.Parse fails`
	return u.Hostname(), nil
}
