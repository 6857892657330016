package headerafterwrite

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Nope. The header comes first.
func first(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	json.NewEncoder(w).Encode(r.URL.Path)
}

// Nope. Another branch writes.
func branches(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	fmt.Fprintln(w, "hello")
}

// Nope. It is a trailer.
func trailer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Trailer", "X-Sum")
	fmt.Fprintln(w, "hello")
	w.Header().Set("X-Sum", "5")
}

// Nope. So is this, by its prefix.
func prefixed(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, "hello")
	w.Header().Set(http.TrailerPrefix+"X-Sum", "5")
}

// Nope. The status is informational.
func hints(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Link", "</style.css>; rel=preload")
	w.WriteHeader(http.StatusEarlyHints)
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintln(w, "hello")
}

// Nope. An encoder that is made writes nothing yet.
func prepared(w http.ResponseWriter, r *http.Request) {
	enc := json.NewEncoder(w)
	w.Header().Set("Content-Type", "application/json")
	enc.Encode(r.URL.Path)
}

// Nope. Another response has begun.
func other(w, to http.ResponseWriter) {
	to.WriteHeader(http.StatusOK)
	w.Header().Set("Content-Type", "text/html")
}
