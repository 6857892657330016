package transportpercall

import (
	"net/http"
	"sync"
)

// The caller keeps it.
func NewClient() *http.Client {
	return &http.Client{Transport: &http.Transport{}}
}

type api struct{ client *http.Client }

// The value keeps it.
func NewAPI() *api {
	a := new(api)
	a.client = &http.Client{Transport: &http.Transport{}}
	return a
}

var shared = &http.Client{Transport: &http.Transport{}}

// Connections are not kept.
func Once(address string) error {
	tr := &http.Transport{DisableKeepAlives: true}
	_, err := (&http.Client{Transport: tr}).Head(address)
	return err
}

// They are closed.
func Closed(address string) error {
	tr := &http.Transport{}
	defer tr.CloseIdleConnections()
	_, err := (&http.Client{Transport: tr}).Head(address)
	return err
}

// By the client.
func ClosedByClient(address string) error {
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	_, err := client.Head(address)
	return err
}

type scanner struct {
	once   sync.Once
	client *http.Client
}

// It is made once, and kept.
func (s *scanner) get() *http.Client {
	s.once.Do(func() { s.client = &http.Client{Transport: &http.Transport{}} })
	return s.client
}

func (s *scanner) Scan(address string) error {
	_, err := s.get().Head(address)
	return err
}

func scanning() *http.Client { return &http.Client{Transport: &http.Transport{}} }

// It keeps what the helper returns.
func (s *scanner) Start() { s.client = scanning() }

func closing() *http.Client { return &http.Client{Transport: &http.Transport{}} }

// The caller closes them.
func (s *scanner) Stop(address string) error {
	client := closing()
	defer client.CloseIdleConnections()
	_, err := client.Head(address)
	return err
}
