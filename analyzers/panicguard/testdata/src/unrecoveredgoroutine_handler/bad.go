package handler

import (
	"log"
	"net/http"
)

// What others serve with.
func Notify(w http.ResponseWriter, r *http.Request) {
	log.Print(r.URL)
	go tell(r.URL.Path) // want `nothing recovers from a panic in this goroutine: one in tell ends the whole process`
	w.WriteHeader(http.StatusAccepted)
}

func tell(string) {}
