package clientnotimeout

import (
	"context"
	"net"
	"net/http"
	"time"

	"example.com/limits"
)

// The limit of the whole call.
var limited = &http.Client{Timeout: 10 * time.Second}

func withTimeout(address string) (*http.Response, error) { return limited.Get(address) }

// Each request has a deadline of its own.
func withDeadline(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The deadline is set by the only caller.
func outer(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return inner(context.WithValue(ctx, key{}, 1), address)
}

type key struct{}

func inner(ctx context.Context, address string) error {
	client := &http.Client{}
	req, err := newRequest(ctx, address)
	if err != nil {
		return err
	}
	_, err = client.Do(req)
	return err
}

func newRequest(ctx context.Context, address string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodPost, address, nil)
}

// The transport waits 5 s for the answer, and lets a download take its time.
func headerLimit() {
	c := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: 5 * time.Second}}
	_, _ = c.Get("http://downloads")
}

// A transport that is not known, and one that sets a limit itself.
func otherTransports(rt http.RoundTripper) {
	a := &http.Client{Transport: rt}
	b := &http.Client{Transport: &hasty{next: http.DefaultTransport}}
	c := &http.Client{Transport: limits.NewHasty().Transport}
	d := &http.Client{Transport: newTagged(rt)}
	_, _ = d.Get("http://d")
	_, _ = a.Get("http://a")
	_, _ = b.Get("http://b")
	_, _ = c.Get("http://c")
}

type hasty struct{ next http.RoundTripper }

func (h *hasty) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	return h.next.RoundTrip(r.WithContext(ctx))
}

// Who calls it may set a limit, and sends the requests.
func NewClient() *http.Client { return &http.Client{} }

// A constructor of another package that sets a limit.
func fromHasty() { _, _ = limits.NewHasty().Get("http://x") }

// The transport in the variable gets a limit.
func configuredTransport() {
	transport := &http.Transport{}
	transport.ResponseHeaderTimeout = time.Second
	client := &http.Client{Transport: transport}
	_, _ = client.Get("http://a")
}

// The field that it gets into has a limit set, by a helper that gets it.
type mirror struct{ client *http.Client }

func newMirror() *mirror {
	c := &http.Client{}
	m := &mirror{client: c}
	setLimit(m.client)
	return m
}

func setLimit(c *http.Client) { c.Timeout = 10 * time.Second }

func (m *mirror) sync() { _, _ = m.client.Get("http://mirror") }

// The connections end by themselves.
func deadlines(address string) {
	c := &http.Client{Transport: &http.Transport{Dial: func(network, addr string) (net.Conn, error) {
		conn, err := net.Dial(network, addr)
		if err == nil {
			err = conn.SetDeadline(time.Now().Add(time.Minute))
		}
		return conn, err
	}}}
	_, _ = c.Get(address)
}
