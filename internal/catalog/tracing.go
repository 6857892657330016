package catalog

// RequestIDHeaders carry, in their canonical form, what connects the log entries
// of several services about one request.
var RequestIDHeaders = map[string]bool{
	"X-Request-Id":          true,
	"Request-Id":            true,
	"X-Correlation-Id":      true,
	"Correlation-Id":        true,
	"X-Trace-Id":            true,
	"X-Amzn-Trace-Id":       true,
	"X-Cloud-Trace-Context": true,
	"Traceparent":           true,
	"B3":                    true,
	"X-B3-Traceid":          true,
	"Uber-Trace-Id":         true,
}

// HeaderSetters set a field of a header: the name is argument 0, the value
// argument 1.
var HeaderSetters = map[string]bool{
	"(net/http.Header).Set": true,
	"(net/http.Header).Add": true,
}

// Propagators put the identity of a request into a header by themselves, or wrap
// a handler or transport that does.
var Propagators = map[string]bool{
	"(go.opentelemetry.io/otel/propagation.TextMapPropagator).Inject":            true,
	"(go.opentelemetry.io/otel/propagation.TraceContext).Inject":                 true,
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewTransport": true,
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewHandler":   true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.RequestID":                 true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.PropagateRequestID":        true,
	"(github.com/opentracing/opentracing-go.Tracer).Inject":                      true,
}
