package endlesshandler

import (
	"fmt"
	"net/http"
	"time"
)

// Silent: it ends with the request.
func until(w http.ResponseWriter, r *http.Request) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case now := <-ticker.C:
			fmt.Fprintln(w, now)
		}
	}
}

// Silent: a write that fails ends it.
func written(w http.ResponseWriter, r *http.Request) {
	for {
		if _, err := fmt.Fprintln(w, time.Now()); err != nil {
			break
		}
		time.Sleep(time.Second)
	}
}

// Silent: it ends with what it sends.
func lines(in <-chan string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for s := range in {
			fmt.Fprintln(w, s)
		}
	}
}

// Silent: net/http recovers from the panic, which ends the request.
func aborts(w http.ResponseWriter, r *http.Request) {
	for {
		if r.Context().Err() != nil {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprintln(w, time.Now())
		time.Sleep(time.Second)
	}
}

// Silent: no handler.
func serve(accept func() error) {
	for {
		if accept() != nil {
			time.Sleep(time.Second)
		}
	}
}
