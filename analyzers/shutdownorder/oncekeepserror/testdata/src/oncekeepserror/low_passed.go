package oncekeepserror

import (
	"net/http"
	"sync"
)

// A function of the package makes the Once of what it is passed.
type issuers struct {
	first func() (*http.Response, error)
}

func newIssuers(client *http.Client, url string) *issuers {
	return &issuers{first: later(func() (*http.Response, error) {
		return client.Get(url) // want `one failure of client\.Get is kept until the process exits`
	})}
}

func later(load func() (*http.Response, error)) func() (*http.Response, error) {
	return sync.OnceValues(load)
}

// Nope. What cannot fail is not lost.
var width = laterInt(func() int { return 3 })

func laterInt(load func() int) func() int { return sync.OnceValue(load) }
