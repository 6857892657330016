package tickerrange

import (
	"net/http"
	"time"

	"example.com/safe"
)

// No goroutine: whoever calls it waits.
func (d *delegate) each(every time.Duration) {
	safe.Each(1, func(int) {
		for range time.Tick(every) {
			_, _ = http.Get(d.url)
		}
	})
}
