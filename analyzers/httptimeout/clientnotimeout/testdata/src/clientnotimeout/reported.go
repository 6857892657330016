package clientnotimeout

import (
	"io"
	"net/http"
)

// An exported field, which others may replace.
type API struct{ HTTP *http.Client }

func (a *API) ping() { _, _ = a.HTTP.Get("http://a") }

func newPublicAPI() *API { return &API{HTTP: &http.Client{}} } // want `a\.HTTP\.Get at line \d+ never returns when the server does not respond`

// An option replaces it.
type optional struct{ client *http.Client }

func (o *optional) ping() { _, _ = o.client.Get("http://o") }

func newOptional(custom *http.Client) *optional {
	o := &optional{client: http.DefaultClient} // want `o\.client\.Get at line \d+ never returns when the server does not respond`
	if custom != nil {
		o.client = custom
	}
	return o
}

// A function that is not known gets it, and may set a limit.
func handedOver() {
	client := &http.Client{} // want `client\.Get at line \d+ never returns when the server does not respond`
	configure(client)
	_, _ = client.Get("http://a")
}

var configure func(*http.Client)

// A comment that speaks of timeouts is no reason to have none.
func relay(url string, w io.Writer) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// Phases may get timeouts of their own; an answer may take as long as it takes.
	resp, err := http.DefaultClient.Do(req) // want `http\.DefaultClient\.Do never returns when the server does not respond`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(w, resp.Body)
	return err
}

// A helper gives it with an error, a constructor puts it into a field.
type registry struct{ http *http.Client }

func dialer(proxied bool) (*http.Client, error) {
	c := &http.Client{} // want `r\.http\.Get at line \d+ never returns when the server does not respond`
	if proxied {
		c.Jar = nil
	}
	return c, nil
}

func newRegistry(proxied bool) (*registry, error) {
	c, err := dialer(proxied)
	if err != nil {
		return nil, err
	}
	return &registry{http: c}, nil
}

func (r *registry) list() error {
	resp, err := r.http.Get("http://registry/v2/_catalog")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Zero is no limit, nor is a transport that has none.
func zero(address string) {
	c := &http.Client{Timeout: 0} // want `c\.Get at line \d+ never returns when the server does not respond`
	c.Transport = http.DefaultTransport
	_, _ = c.Get(address)
}

// A variable of the package, and one that is derived from it.
var patient = http.Client{Transport: pooled} // want `mine\.Get at line \d+ never returns when the server does not respond`

var pooled = &http.Transport{MaxIdleConnsPerHost: 10}

func derived(address string) {
	mine := patient
	_, _ = mine.Get(address)
}

// The transport is made elsewhere.
func configuredElsewhere(address string) {
	c := &http.Client{Transport: newTransport(4)} // want `c\.Get at line \d+ never returns when the server does not respond`
	_, _ = c.Get(address)
}

func newTransport(conns int) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = conns
	return t
}
