package handler

import (
	"log"
	"net/http"
)

// What others serve with.
func Notify(w http.ResponseWriter, r *http.Request) {
	log.Print(r.URL)
	go tell(r.URL.Path) // want `a panic in tell crashes the process`
	w.WriteHeader(http.StatusAccepted)
}

func tell(string) {}
