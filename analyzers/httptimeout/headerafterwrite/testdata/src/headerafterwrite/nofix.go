package headerafterwrite

import (
	"encoding/json"
	"log"
	"net/http"
)

// The block around it has written.
func encoded(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if err := json.NewEncoder(w).Encode(r.URL.Path); err != nil {
		log.Print(err)
	}
	if r.URL.Query().Has("cors") {
		h.Set("Access-Control-Allow-Origin", "*") // want `h.Set runs after json.NewEncoder\(w\).Encode`
	}
}

// The next handler answers.
func timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		n := len(r.URL.Path)
		w.Header().Set("X-Length", string(rune(n))) // want `runs after next.ServeHTTP`
	})
}
