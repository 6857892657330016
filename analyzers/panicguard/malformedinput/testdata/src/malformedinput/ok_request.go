package malformedinput

import (
	"encoding/json"
	"net/http"
	"strings"
)

func tested(w http.ResponseWriter, r *http.Request) {
	parts := strings.SplitN(r.FormValue("pair"), "=", 2)
	if len(parts) < 2 {
		http.Error(w, "pair", http.StatusBadRequest)
		return
	}
	setStatus(2, parts[1])
	if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
		return
	}
	setStatus(3, strings.Split(r.Header.Get("Authorization"), " ")[1])
}

// The first part of a split is always there.
func firstOf(w http.ResponseWriter, r *http.Request) {
	setStatus(4, strings.Split(r.Header.Get("X-Forwarded-For"), ",")[0])
}

// A route says what a path looks like.
func routed(w http.ResponseWriter, r *http.Request) {
	setStatus(5, strings.Split(r.URL.Path, "/")[2])
}

func listed(w http.ResponseWriter, r *http.Request) {
	if ids, ok := r.URL.Query()["id"]; ok {
		setStatus(6, ids[0])
	}
	q := r.URL.Query()
	if len(q["name"]) > 0 {
		setStatus(7, q["name"][0])
	}
	if keys := r.URL.Query()["key"]; len(keys) == 1 {
		setStatus(8, keys[0])
	}
}

// What is asserted in a handler is left to its server.
func asserted(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return
	}
	setStatus(9, body["name"].(string))
}

func all(w http.ResponseWriter, r *http.Request) {
	for _, values := range r.URL.Query() {
		setStatus(10, values[0])
	}
	for _, values := range r.Header {
		setStatus(11, values[0])
	}
}
