package outlivedcontext

import (
	"bytes"
	"io"
	"log"
	"net/http"
)

// What was read before the start is the goroutine's own.
func (a *archive) putRead(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	go a.store(r.URL.Path, bytes.NewReader(data))
	w.WriteHeader(http.StatusAccepted)
}

// The handler waits for the goroutine.
func (a *archive) putWaits(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.store(r.URL.Path, r.Body)
	}()
	<-done
	w.WriteHeader(http.StatusCreated)
}

// The body is only closed, and the rest of the request stays.
func (a *archive) note(w http.ResponseWriter, r *http.Request) {
	go func() {
		defer r.Body.Close()
		log.Print(r.URL.Path, r.Header.Get("User-Agent"))
	}()
	w.WriteHeader(http.StatusAccepted)
}
