package main

import (
	"errors"
	"log"
	"net/http"
	"os"

	"example.com/store"
)

// The server fails long after the start: both exits are named.
func serveStore(s *store.Store, srv *http.Server, sigs <-chan os.Signal) {
	defer s.Close()
	if err := work(s); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred s\.Close \(line 14\)`
	}
	go func() {
		if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Fatal(err) // want `log\.Fatal skips the deferred s\.Close \(line 14\)`
		}
	}()
	<-sigs
}
