package unboundedwait

import (
	"net/http"
	"testing"
)

func TestRunner(*testing.T) {
	r := newRunner(func() { http.Get("http://example.com") })
	r.Stop()
}
