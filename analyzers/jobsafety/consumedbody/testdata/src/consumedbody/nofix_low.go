package consumedbody

import "net/http"

type transport struct{ next http.RoundTripper }

func (t *transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = t.next.RoundTrip(req) // want `the first one has read the body of req`
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}
