package clientnotimeout

import (
	"bufio"
	"context"
	"fmt"
	"io"
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

// An exported function: what context its callers give is theirs to decide.
func Fetch(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

// Where the request comes from is not seen.
func do(req *http.Request) (*http.Response, error) { return http.DefaultClient.Do(req) }

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

// The answer is a stream of events: a limit would cut it.
func events(address string) error {
	resp, err := http.Get(address)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		fmt.Println(lines.Text())
	}
	return nil
}

// An exported function hands the client out, and an exported field may be
// replaced.
func NewClient() *http.Client { return &http.Client{} }

type API struct{ HTTP *http.Client }

func (a *API) ping() { _, _ = a.HTTP.Get("http://a") }

func newPublicAPI() *API { return &API{HTTP: &http.Client{}} }

// An option replaces it.
type optional struct{ client *http.Client }

func newOptional(custom *http.Client) *optional {
	o := &optional{client: http.DefaultClient}
	if custom != nil {
		o.client = custom
	}
	return o
}

func (o *optional) ping() { _, _ = o.client.Get("http://o") }

// Another package gets it, and may set a limit.
func handedOver() {
	client := &http.Client{}
	configure(client)
	_, _ = client.Get("http://a")
}

var configure func(*http.Client)

// A constructor of another package that sets a limit.
func fromHasty() { _, _ = limits.NewHasty().Get("http://x") }

// The transport in the variable gets a limit.
func configuredTransport() {
	transport := &http.Transport{}
	transport.ResponseHeaderTimeout = time.Second
	client := &http.Client{Transport: transport}
	_, _ = client.Get("http://a")
}

// The peer is this machine.
func ready(port string) bool {
	resp, err := http.Get(fmt.Sprintf("http://127.0.0.1:%s/health", port))
	if err != nil {
		return false
	}
	return resp.Body.Close() == nil
}

// What comes is handed on piece by piece.
func follow(w http.ResponseWriter, url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	w.WriteHeader(http.StatusOK)
	if flusher, ok := w.(http.Flusher); ok {
		flusher.Flush()
	}
	_, err = io.Copy(w, resp.Body)
	return err
}

// What is sent is still being made.
func upload(url string, write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	req, err := http.NewRequest(http.MethodPut, url, r)
	if err != nil {
		return err
	}
	client := &http.Client{}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Who gets the body reads it for as long as it lasts.
type camera struct {
	from io.Reader
	id   string
}

func dial(address string) (*camera, error) {
	resp, err := http.Get(address)
	if err != nil {
		return nil, err
	}
	return watch(resp.Body)
}

func watch(r io.Reader) (*camera, error) {
	return &camera{from: r, id: "front"}, nil
}

// A comment tells that it was thought of.
func relay(url string, w io.Writer) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// Phases may get timeouts of their own; an answer may take as long as it takes.
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(w, resp.Body)
	return err
}
