package catalog

import (
	"slices"
	"strings"
)

// HandlerRegistrations give a mux or router the handler that is their second argument, for
// the pattern that is their first.
var HandlerRegistrations = map[string]bool{
	"net/http.Handle":                 true,
	"net/http.HandleFunc":             true,
	"(*net/http.ServeMux).Handle":     true,
	"(*net/http.ServeMux).HandleFunc": true,

	"(github.com/go-chi/chi/v5.Router).Get":        true,
	"(github.com/go-chi/chi/v5.Router).Handle":     true,
	"(github.com/go-chi/chi/v5.Router).HandleFunc": true,
	"(*github.com/go-chi/chi/v5.Mux).Get":          true,
	"(*github.com/go-chi/chi/v5.Mux).Handle":       true,
	"(*github.com/go-chi/chi/v5.Mux).HandleFunc":   true,
	"(*github.com/gorilla/mux.Router).Handle":      true,
	"(*github.com/gorilla/mux.Router).HandleFunc":  true,
}

// NewRouters make a mux or router that has no routes yet.
var NewRouters = map[string]bool{
	"net/http.NewServeMux":               true,
	"github.com/go-chi/chi/v5.NewRouter": true,
	"github.com/go-chi/chi/v5.NewMux":    true,
	"github.com/gorilla/mux.NewRouter":   true,
}

// Collector is the method by which a type passes its metrics to a collector, and the type
// of its parameter: code that serves such a type serves its metrics.
var Collector = struct{ Method, Param string }{
	"Collect", "chan<- github.com/prometheus/client_golang/prometheus.Metric",
}

// operatorRoutes are paths, and with a trailing slash the prefixes of paths, for operators
// and their tools.
var operatorRoutes = []struct {
	path     string
	observes bool // metrics or profiles: what makes a server theirs
}{
	{"/metrics", true},
	{"/debug/", true},
	{"/probe", false},
	{"/-/", false},
	{"/health", false},
	{"/healthz", false},
	{"/healthcheck", false},
	{"/ready", false},
	{"/readyz", false},
	{"/readiness", false},
	{"/live", false},
	{"/livez", false},
	{"/liveness", false},
	{"/version", false},
	{"/status", false},
	{"/reload", false},
	{"/templates", false},
}

// OperatorRoute reports whether a pattern of a mux is one that operators ask for, not
// users, and whether what it answers with are metrics or profiles. A method or host before
// the path does not matter.
func OperatorRoute(pattern string) (ok, observes bool) {
	i := strings.IndexByte(pattern, '/')
	if i < 0 {
		return false, false
	}
	path := pattern[i:]
	for _, route := range operatorRoutes {
		if path == route.path || strings.HasPrefix(path, strings.TrimSuffix(route.path, "/")+"/") {
			return true, route.observes
		}
	}
	return false, false
}

// operatorWords name what is for operators.
var operatorWords = words("admin webui debug pprof management metrics monitoring prometheus telemetry diagnostics health healthcheck status")

// ForOperators reports whether a function or address is for operators, going by its name.
func ForOperators(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return operatorWords[w] })
}

// HomeForOperators is ForOperators for a package or file. The API that a product is managed by is
// what its users call.
func HomeForOperators(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return operatorWords[w] && w != "management" && w != "status" })
}
