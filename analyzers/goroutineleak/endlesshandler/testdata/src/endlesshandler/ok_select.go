package endlesshandler

import (
	"fmt"
	"net/http"
	"time"
)

// The context of the request is a case.
type watchful struct{ *topics }

func (f *watchful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	next, cancel := f.subscribe("all")
	defer cancel()
	for {
		select {
		case line := <-next:
			fmt.Fprintln(w, line)
		case <-r.Context().Done():
			return
		case <-f.quit:
			return
		}
	}
}

// A heartbeat fails when the client has left.
type beating struct{ *topics }

func (f *beating) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	next, cancel := f.subscribe("all")
	defer cancel()
	beat := time.NewTicker(time.Second)
	defer beat.Stop()
	for {
		select {
		case line := <-next:
			if _, err := fmt.Fprintln(w, line); err != nil {
				return
			}
		case <-beat.C:
			if _, err := fmt.Fprintln(w, ":"); err != nil {
				return
			}
		case <-f.quit:
			return
		}
	}
}

// A goroutine tells that the client has left.
type told struct {
	*topics
	left func(http.ResponseWriter) <-chan struct{}
}

func (f *told) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	next, cancel := f.subscribe("all")
	defer cancel()
	left := f.left(w)
	for {
		select {
		case line := <-next:
			if _, err := fmt.Fprintln(w, line); err != nil {
				return
			}
		case <-left:
			return
		}
	}
}
