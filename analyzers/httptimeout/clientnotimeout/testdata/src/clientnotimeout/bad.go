package clientnotimeout

import (
	"context"
	"io"
	"net/http"
	web "net/http"
	"net/url"
	"strings"

	"example.com/limits"
)

func get(address string) error {
	resp, err := http.Get(address) // want `http\.Get never returns when address accepts and does not respond: the call has no timeout \(httptimeout/client-no-timeout`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func helpers(base string) {
	_, _ = web.Head(base)                                            // want `web\.Head never returns when base accepts and does not respond: the call has no timeout`
	_, _ = http.Post(base+"/x", "text/plain", strings.NewReader("")) // want `http\.Post never returns when the server accepts and does not respond: the call has no timeout`
	_, _ = http.PostForm(base, url.Values{})                         // want `http\.PostForm never returns when base accepts and does not respond`
}

// The default client with a request that has no deadline: it ends when the
// caller's caller leaves, and not before.
func handler(w http.ResponseWriter, r *http.Request) {
	if err := ask(r.Context(), "http://inventory"); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func ask(ctx context.Context, base string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req) // want `http\.DefaultClient\.Do never returns when the server does not respond`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A literal in a variable, in place, and through new.
func literals(ctx context.Context, req *http.Request) {
	client := &http.Client{ // want `client\.Get at line \d+ never returns when the server does not respond`
		CheckRedirect: nil,
	}
	_, _ = client.Get("http://a")

	detached, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	_, _ = (&http.Client{}).Do(req.WithContext(detached)) // want `http.Client has no Timeout`

	other := new(http.Client) // want `other\.Head at line \d+ never returns when the server does not respond`
	_, _ = other.Head("http://b")
}

// The default transport, or one without limits, waits as long as it takes.
func transports(rt http.RoundTripper) {
	a := http.Client{Transport: http.DefaultTransport}                           // want `a\.Get at line \d+ never returns when the server does not respond`
	b := http.Client{Transport: &http.Transport{MaxIdleConns: 3}}                // want `b\.Get at line \d+ never returns when the server does not respond`
	c := http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()} // want `c\.Get at line \d+ never returns when the server does not respond`
	d := http.Client{Transport: &tagged{next: http.DefaultTransport}}            // want `d\.Get at line \d+ never returns when the server does not respond`
	e := http.Client{Transport: newTagged(http.DefaultTransport)}                // want `e\.Get at line \d+ never returns when the server does not respond`
	_, _ = e.Get("http://e")
	for _, client := range []http.Client{} {
		_, _ = client.Get("http://loop")
	}
	_, _ = a.Get("http://a")
	_, _ = b.Get("http://b")
	_, _ = c.Get("http://c")
	_, _ = d.Get("http://d")
}

// tagged adds a header and no limit.
type tagged struct{ next http.RoundTripper }

func (t *tagged) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Tag", "1")
	return t.next.RoundTrip(r)
}

func newTagged(next http.RoundTripper) http.RoundTripper { return &tagged{next: next} }

// In a field, filled by a literal of the struct; the request comes from a helper.
type api struct {
	base string
	http *http.Client
}

func newAPI(base string) *api {
	return &api{base: base, http: &http.Client{}} // want `a\.http\.Do at line \d+ never returns when the server does not respond`
}

func (a *api) ping() error {
	req, err := a.request("/ping")
	if err != nil {
		return err
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (a *api) request(path string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, a.base+path, nil)
}

// The default client as a value.
var shared = http.DefaultClient // want `shared\.Get at line \d+ never returns when the server does not respond`

func useShared() { _, _ = shared.Get("http://shared") }

// Constructors of another package.
func fromElsewhere() {
	client := limits.NewClient() // want `client\.Get at line \d+ never returns when the server does not respond`
	_, _ = client.Get("http://x")
	_, _ = limits.NewPatient(true).Get("http://y") // want `the client of limits.NewPatient has no Timeout`
}

// A constructor of this package, and a transport in a variable.
func makeClient() *http.Client {
	transport := &http.Transport{MaxIdleConns: 1}
	transport.DisableKeepAlives = true
	return &http.Client{Transport: transport} // want `makeClient\(\)\.Get at line \d+ never returns when the server does not respond`
}

func collect() {
	_, _ = makeClient().Get("http://collector")
}
