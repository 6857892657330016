package transportpercall

import "net/http"

// A method value keeps its client.
type caller struct {
	do func(*http.Request) (*http.Response, error)
}

func NewCaller() *caller {
	cli := &http.Client{Transport: &http.Transport{MaxIdleConns: 3}}
	return &caller{do: cli.Do}
}

func Doer() func(*http.Request) (*http.Response, error) {
	cli := &http.Client{Transport: &http.Transport{MaxIdleConns: 3}}
	return cli.Do
}
