package clientnotimeout

import (
	"net/http"
	"time"
)

type presetSink struct {
	timeout time.Duration
	client  *http.Client
}

// The constructor sets a default.
func newPresetSink() *presetSink { return &presetSink{timeout: 5 * time.Second} }

func (s *presetSink) okPreset(settings map[string]string) error {
	if d, err := time.ParseDuration(settings["timeout"]); err == nil {
		s.timeout = d
	}
	s.client = &http.Client{Timeout: s.timeout}
	resp, err := s.client.Get("http://db/ping")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type testedSink struct {
	timeout time.Duration
	client  *http.Client
}

func newTestedSink() *testedSink { return &testedSink{} }

// A zero is replaced.
func (s *testedSink) okTested(settings map[string]string) error {
	if d, err := time.ParseDuration(settings["timeout"]); err == nil {
		s.timeout = d
	}
	if s.timeout == 0 {
		s.timeout = 5 * time.Second
	}
	s.client = &http.Client{Timeout: s.timeout}
	resp, err := s.client.Get("http://db/ping")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type elseSink struct {
	timeout time.Duration
	client  *http.Client
}

func newElseSink() *elseSink { return &elseSink{} }

// The other branch sets it as well.
func (s *elseSink) okElse(d, fallback time.Duration) error {
	if d > 0 {
		s.timeout = d
	} else {
		s.timeout = fallback
	}
	s.client = &http.Client{Timeout: s.timeout}
	resp, err := s.client.Get("http://db/ping")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type givenSink struct {
	timeout time.Duration
	client  *http.Client
}

func newGivenSink() *givenSink { return &givenSink{} }

// It is set on each path.
func (s *givenSink) okGiven(d time.Duration) error {
	s.timeout = d
	s.client = &http.Client{Timeout: s.timeout}
	resp, err := s.client.Get("http://db/ping")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
