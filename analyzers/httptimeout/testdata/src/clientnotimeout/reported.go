package clientnotimeout

import (
	"io"
	"net/http"
)

// An exported field, which others may replace.
type API struct{ HTTP *http.Client }

func (a *API) ping() { _, _ = a.HTTP.Get("http://a") }

func newPublicAPI() *API { return &API{HTTP: &http.Client{}} } // want `http\.Client has no Timeout, and a\.HTTP\.Get`

// An option replaces it.
type optional struct{ client *http.Client }

func (o *optional) ping() { _, _ = o.client.Get("http://o") }

func newOptional(custom *http.Client) *optional {
	o := &optional{client: http.DefaultClient} // want `http\.DefaultClient has no Timeout, and o\.client\.Get`
	if custom != nil {
		o.client = custom
	}
	return o
}

// A function that is not known gets it, and may set a limit.
func handedOver() {
	client := &http.Client{} // want `http\.Client has no Timeout, and client\.Get`
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
	resp, err := http.DefaultClient.Do(req) // want `http\.DefaultClient has no Timeout, and http\.DefaultClient\.Do sends a r`
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
	c := &http.Client{} // want `http.Client has no Timeout, and r.http.Get`
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
	c := &http.Client{Timeout: 0} // want `http.Client has no Timeout, and c.Get`
	c.Transport = http.DefaultTransport
	_, _ = c.Get(address)
}

// A variable of the package, and one that is derived from it.
var patient = http.Client{Transport: pooled} // want `http.Client has no Timeout, and mine.Get`

var pooled = &http.Transport{MaxIdleConnsPerHost: 10}

func derived(address string) {
	mine := patient
	_, _ = mine.Get(address)
}

// The transport is made elsewhere.
func configuredElsewhere(address string) {
	c := &http.Client{Transport: newTransport(4)} // want `http.Client has no Timeout, and c.Get`
	_, _ = c.Get(address)
}

func newTransport(conns int) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = conns
	return t
}
