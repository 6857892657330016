package unguardedfield

import (
	"fmt"
	"net/http"

	"github.com/robfig/cron/v3"
)

// The scheduler runs the function while requests are answered.
type daily struct{ visitors map[string]int }

func (d *daily) Begin(jobs *cron.Cron) error {
	_, err := jobs.AddFunc("@daily", func() {
		clear(d.visitors) // want `concurrent map access ends the process: d.visitors is written here and read by another goroutine at line \d+, and no mutex guards it`
	})
	return err
}

func (d *daily) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, n := range d.visitors {
		fmt.Fprintln(w, name, n)
	}
}
