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
	resp, err := http.Get(address) // want `http.Get has no time limit: if address accepts and does not answer, the call never returns \(httptimeout/client-no-timeout\)`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func helpers(base string) {
	_, _ = web.Head(base)                                            // want `web.Head has no time limit: if base accepts`
	_, _ = http.Post(base+"/x", "text/plain", strings.NewReader("")) // want `http.Post has no time limit: if the peer accepts`
	_, _ = http.PostForm(base, url.Values{})                         // want `http.PostForm has no time limit`
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
	resp, err := http.DefaultClient.Do(req) // want `http.DefaultClient has no Timeout, and http.DefaultClient.Do sends a request without a deadline`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A literal in a variable, in place, and through new.
func literals(ctx context.Context, req *http.Request) {
	client := &http.Client{ // want `http.Client has no Timeout, and client.Get at line 55 sends a request without a deadline`
		CheckRedirect: nil,
	}
	_, _ = client.Get("http://a")

	detached, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	_, _ = (&http.Client{}).Do(req.WithContext(detached)) // want `http.Client has no Timeout`

	other := new(http.Client) // want `http.Client has no Timeout, and other.Head at line 62`
	_, _ = other.Head("http://b")
}

// The default transport, or one without limits, waits as long as it takes.
func transports(rt http.RoundTripper) {
	a := http.Client{Transport: http.DefaultTransport}                           // want `http.Client has no Timeout, and a.Get`
	b := http.Client{Transport: &http.Transport{MaxIdleConns: 3}}                // want `http.Client has no Timeout, and b.Get`
	c := http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()} // want `http.Client has no Timeout, and c.Get`
	d := http.Client{Transport: &tagged{next: http.DefaultTransport}}            // want `http.Client has no Timeout, and d.Get`
	e := http.Client{Transport: newTagged(http.DefaultTransport)}                // want `http.Client has no Timeout, and e.Get`
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
	return &api{base: base, http: &http.Client{}} // want `http.Client has no Timeout, and a.http.Do at line 108`
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
var shared = http.DefaultClient // want `http.DefaultClient has no Timeout, and shared.Get`

func useShared() { _, _ = shared.Get("http://shared") }

// Constructors of another package.
func fromElsewhere() {
	client := limits.NewClient() // want `the client of limits.NewClient has no Timeout, and client.Get at line 127`
	_, _ = client.Get("http://x")
	_, _ = limits.NewPatient(true).Get("http://y") // want `the client of limits.NewPatient has no Timeout`
}

// A constructor of this package, and a transport in a variable.
func makeClient() *http.Client {
	transport := &http.Transport{MaxIdleConns: 1}
	transport.DisableKeepAlives = true
	return &http.Client{Transport: transport} // want `http.Client has no Timeout, and makeClient\(\).Get at line 139 sends a request`
}

func collect() {
	_, _ = makeClient().Get("http://collector")
}
