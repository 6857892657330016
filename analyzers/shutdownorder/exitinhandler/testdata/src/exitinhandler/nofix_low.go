package exitinhandler

import (
	"context"
	"net/http"
	"os"

	"github.com/robfig/cron/v3"
)

// The handler is there to end the process.
func restart(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusAccepted)
	os.Exit(3) // want `os.Exit exits in restart`
}

// Nothing has failed.
func update(w http.ResponseWriter, r *http.Request) {
	os.Exit(0) // want `os.Exit exits in update`
}

// The server is shut down before.
func drain(srv *http.Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		srv.Shutdown(context.Background())
		os.Exit(1) // want `os.Exit exits in a function literal of drain`
	}
}

// Two calls away, conditions may exclude it.
func far(w http.ResponseWriter, r *http.Request) { near(r.FormValue("dir")) }

func near(dir string) { open(dir) }

func open(dir string) {
	if _, err := os.Open(dir); err != nil {
		os.Exit(1) // want `os.Exit exits in far`
	}
}

// The job decides that it is time to end.
func expire(c *cron.Cron, used func() bool) {
	c.AddFunc("@hourly", func() {
		if !used() {
			os.Exit(4) // want `os.Exit exits in a function literal of expire`
		}
	})
}

// The job ends the process when it is done, too.
func once(c *cron.Cron, work func() error) {
	c.AddFunc("@daily", func() {
		if err := work(); err != nil {
			os.Exit(5) // want `os.Exit exits in a function literal of once`
		}
		os.Exit(0) // want `os.Exit exits in a function literal of once`
	})
}
