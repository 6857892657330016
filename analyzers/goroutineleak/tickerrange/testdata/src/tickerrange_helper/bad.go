package tickerrange

import (
	"net/http"
	"time"

	"example.com/safe"
)

type delegate struct{ url string }

// A helper of another package starts the goroutine.
func newDelegate(url string) *delegate {
	d := &delegate{url}
	safe.Go(func() { d.update(time.Minute) })
	return d
}

func (d *delegate) update(every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for range t.C { // want `goroutine started at line \d+ cannot be stopped`
		_, _ = http.Post(d.url, "text/plain", nil)
	}
}

func (d *delegate) Close() {}
