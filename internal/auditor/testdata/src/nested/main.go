// Nested has routers below routers, of two libraries, and says so.
package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
)

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

func probes(r chi.Router) {
	r.Get("/live", ok)
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
}

func main() {
	r := chi.NewRouter()
	r.Use(logged)
	r.Route("/health", func(r chi.Router) {
		r.Group(probes)
		r.With(logged).Get("/startup", ok)
	})
	admin := gin.New()
	v1 := admin.Group("/healthz")
	v1.GET("/readiness", func(*gin.Context) {})
	go func() { _ = admin.Run(":81") }()
	_ = http.ListenAndServe(":80", r)
}
