package defaults

import (
	"net/http"
	"time"
)

func Fetch(url string, timeout time.Duration) (*http.Response, error) {
	http.DefaultClient.Timeout = timeout // want `all users of http.DefaultClient get the settings of one call`
	return http.Get(url)
}

func Send(req *http.Request, redirects func(*http.Request, []*http.Request) error) (*http.Response, error) {
	http.DefaultClient.CheckRedirect = redirects // the same finding
	return http.DefaultClient.Do(req)
}
