package main

import (
	"context"
	"errors"
	"net/http"
	"time"

	"motherboard.example/platform/services/storage/internal/store"
)

func routes(objects *store.Store) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /objects/{key}", func(w http.ResponseWriter, r *http.Request) {
		object, ok := objects.Objects()[r.PathValue("key")]
		if !ok || !object.Deleted.IsZero() {
			http.NotFound(w, r)
			return
		}
		http.ServeFile(w, r, objects.Path(r.PathValue("key")))
	})
	mux.HandleFunc("PUT /objects/{key}", func(w http.ResponseWriter, r *http.Request) {
		size, err := objects.Write(r.PathValue("key"), r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		// The content is complete: record it even if the uploader has left.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 5*time.Second)
		defer cancel()
		if err := objects.Record(ctx, r.PathValue("key"), size); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	mux.HandleFunc("DELETE /objects/{key}", func(w http.ResponseWriter, r *http.Request) {
		err := objects.Delete(r.Context(), r.PathValue("key"))
		switch {
		case errors.Is(err, store.ErrNotFound):
			http.NotFound(w, r)
		case err != nil:
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	return mux
}
