package clientnotimeout_zero

import (
	"net/http"
	"time"
)

type tested struct {
	Timeout time.Duration `yaml:"timeout"`
}

// Nope. A default takes its place.
func withDefault(t tested) error {
	if t.Timeout == 0 {
		t.Timeout = time.Second
	}
	client := &http.Client{Timeout: t.Timeout}
	_, err := client.Get("http://a.example")
	return err
}

type tagged struct {
	Timeout time.Duration `json:"timeout" default:"5s"`
}

// Nope. The tag has the default.
func withTag(t tagged) error {
	client := &http.Client{Timeout: t.Timeout}
	_, err := client.Get("http://a.example")
	return err
}

type options struct{ timeout time.Duration }

// Nope. Nothing decodes it: those who make it are seen.
func byCaller(o options) error {
	client := &http.Client{Timeout: o.timeout}
	_, err := client.Get("http://a.example")
	return err
}
