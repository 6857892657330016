package unguardedfield

import (
	"net/http"
	"time"
)

var warm bool

// Requests read what a goroutine of the program sets.
func warmUp(mux *http.ServeMux) {
	go func() {
		time.Sleep(time.Second)
		warm = true // want `data race: warm is written here and read by another goroutine at line \d+, and no mutex guards it`
	}()
	mux.HandleFunc("/warm", answerWarm)
}

func answerWarm(w http.ResponseWriter, r *http.Request) {
	if !warm {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
