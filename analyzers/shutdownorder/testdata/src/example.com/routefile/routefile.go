// Package routefile is a stub: a file of state that a handler changes.
package routefile

import (
	"encoding/json"
	"net/http"
	"os"
)

func Load(path string) (routes []string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return routes, json.Unmarshal(data, &routes)
}

func Save(path string, routes []string) error {
	data, err := json.Marshal(routes)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

func Handler(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := Save(path, r.Form["route"]); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
}
