package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
)

// A URL is read as often as --samples says, a file once.
func TestSamples(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/goroutine") {
			http.NotFound(w, r)
			return
		}
		n := 30 * asked.Add(1)
		fmt.Fprintf(w, "goroutine profile: total %d\n%d @ 0x1\n#\t0x1\texample.com/a.f+0x1\t/a/a.go:1\n", n, n)
	}))
	t.Cleanup(srv.Close)
	p := profileFlags{profiles: []string{srv.URL}, samples: 3, interval: time.Millisecond, timeout: time.Minute, maxSize: 1, Options: confirm.Options{Growth: 10, Count: 1000}}
	c := confirm.New(new(driver.Result), nil, p.Options)
	unread, err := p.read(t.Context(), c)
	if err != nil || len(unread) > 0 {
		t.Fatal(err, unread)
	}
	if r := c.Report(); len(r.Profiles) != 3 || r.Profiles[2].Total != 90 || r.Foreign != 180 || r.Profiles[0].Instance != strings.TrimPrefix(srv.URL, "http://") {
		t.Errorf("%+v", r)
	}
}
