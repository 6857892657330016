package servernotimeout_metrics

import (
	"expvar"
	"flag"
	"log"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
)

// low: the default mux serves variables, and a page that says so.
func serve(page http.Handler) {
	http.Handle("/debug/vars", expvar.Handler())
	http.Handle("/", page)
	log.Fatal(http.ListenAndServe(":9100", nil)) // want `serves without ReadHeaderTimeout`
}

// low: so does a mux of its own.
func own() error {
	mux := http.NewServeMux()
	mux.Handle("/vars", expvar.Handler())
	return http.ListenAndServe(":9100", mux) // want `serves without ReadHeaderTimeout`
}

// low: beside the variables there is what operators ask for.
func operators(reload http.Handler) {
	mux := http.NewServeMux()
	mux.Handle(*path, expvar.Handler())
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusOK) })
	mux.Handle("/-/reload", reload)
	mux.HandleFunc(*templates, func(w http.ResponseWriter, r *http.Request) { list(w) })
	run(":9100", mux)
}

func run(addr string, h http.Handler) {
	srv := &http.Server{Addr: addr, Handler: h} // want `http\.Server srv has neither ReadHeaderTimeout`
	log.Fatal(srv.ListenAndServe())
}

// low: a router of chi with one route.
func routed(addr string) {
	router := chi.NewRouter()
	vars := expvar.Handler()
	router.Get("/metrics", func(w http.ResponseWriter, r *http.Request) { vars.ServeHTTP(w, r) })
	srv := http.Server{Addr: addr, Handler: router} // want `http\.Server srv has neither ReadHeaderTimeout`
	log.Print(srv.ListenAndServe())
}

// low: without a handler it is the default mux that answers.
func byDefault(addr string) {
	var srv http.Server // want `srv has neither ReadHeaderTimeout`
	srv.Addr = addr
	log.Print(srv.ListenAndServe())
}

// low: the handler is the collector of its metrics.
func collected(c *jobs) error {
	return http.ListenAndServe(":9100", c) // want `serves without ReadHeaderTimeout`
}

// low: the function says that operators are who is served.
func serveAdmin(h http.Handler) error {
	return http.ListenAndServe(":9101", h) // want `serves without ReadHeaderTimeout`
}

var (
	path      = flag.String("metrics.path", "/metrics", "where metrics are")
	templates = flag.String("templates.path", "/templates", "where templates are listed")
)

// A jobs counts jobs.
type jobs struct{ mux *http.ServeMux }

func (j *jobs) Collect(ch chan<- prometheus.Metric)              {}
func (j *jobs) ServeHTTP(w http.ResponseWriter, r *http.Request) { j.mux.ServeHTTP(w, r) }

func list(w http.ResponseWriter) { _, _ = w.Write([]byte("none")) }

// low: what the handler answers is not in sight, and the names say who asks.
func startMonitoring(addr string, h http.Handler) error {
	return http.ListenAndServe(addr, h) // want `serves without ReadHeaderTimeout`
}

func routes(cfg struct{ StatusListenAddress string }, h http.Handler) error {
	srv := &http.Server{Addr: cfg.StatusListenAddress, Handler: h} // want `srv has neither ReadHeaderTimeout`
	return srv.ListenAndServe()
}
