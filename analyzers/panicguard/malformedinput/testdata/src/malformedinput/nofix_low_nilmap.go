package malformedinput

import (
	"encoding/json"
	"net/http"
)

// The body null is decoded without an error.
func check(w http.ResponseWriter, r *http.Request) {
	var urls map[string]string
	if err := json.NewDecoder(r.Body).Decode(&urls); err != nil {
		return
	}
	urls["self"] = "http://" + r.Host // want `a malformed request gets no answer: urls\["self"\] panics when the input leaves the map nil`
}

type deployment struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
}

// A body without labels leaves the field nil.
func create(w http.ResponseWriter, r *http.Request) {
	var d deployment
	if err := json.NewDecoder(r.Body).Decode(&d); err != nil {
		return
	}
	if d.Name == "" {
		return
	}
	d.Labels["owner"] = r.Host // want `a malformed request gets no answer: d.Labels\["owner"\] panics when the input leaves the map nil`
}
