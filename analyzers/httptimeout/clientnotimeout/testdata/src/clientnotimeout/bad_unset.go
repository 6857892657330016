package clientnotimeout

import (
	"net/http"
	"time"
)

// A gaugeSink sends points to a database.
type gaugeSink struct {
	base    string
	timeout time.Duration
	client  *http.Client
}

func newGaugeSink() *gaugeSink { return &gaugeSink{base: "http://db:8086"} }

// The timeout is zero unless it is set.
func (s *gaugeSink) configure(settings map[string]string) error {
	if v := settings["timeout"]; v != "" {
		d, err := time.ParseDuration(v)
		if err != nil {
			return err
		}
		s.timeout = d
	}
	return nil
}

func (s *gaugeSink) connect() error {
	s.client = &http.Client{Timeout: s.timeout} // want `s\.client\.Get \(line 31\) never returns when the server does not respond, unless s\.timeout is set: zero is no limit`
	resp, err := s.client.Get(s.base + "/ping")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
