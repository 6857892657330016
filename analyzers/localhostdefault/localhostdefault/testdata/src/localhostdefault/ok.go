package localhostdefault

import (
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	"example.com/settings"
)

// The default is another machine, or none.
func required() (string, error) {
	v := os.Getenv("BILLING_URL")
	if v == "" {
		return "", errors.New("BILLING_URL is not set")
	}
	return v, nil
}

func named() string { return getEnv("BILLING_URL", "http://billing:8090") }

// Listened on, whatever the setting is called.
func listens() error {
	l, err := net.Listen("tcp", getEnv("DATA_ADDR", "localhost:9000"))
	if err != nil {
		return err
	}
	addr := getEnv("CONTROL_ADDR", "127.0.0.1:9001")
	go func() { log.Print(http.ListenAndServe(addr, nil)) }()
	srv := &http.Server{Addr: net.JoinHostPort(getEnv("STORE_HOST", "127.0.0.1"), "80")}
	return srv.Serve(l)
}

// The name says that it is listened on, or is this service's own.
var (
	_ = getEnv("HTTP_BIND_ADDR", "localhost:8080")
	_ = getEnv("SMTP_HELO_HOST", "localhost")
	_ = getEnv("HOST", "127.0.0.1")
	_ = getEnv("SERVER_ADDR", "localhost:8080")
	_ = getEnv("SERVICE_URL", "http://localhost:8080")
	_ = getEnv("SHOP_SERVER_ADDR", "localhost:8080")
	_ = getEnv("PUBLIC_URL", "http://localhost:8080")
	_ = getEnv("ALLOWED_HOSTS", "localhost,127.0.0.1")
	_ = getEnv("GATE_VIRTUAL_HOSTS", "localhost")
	_ = getEnv("STORE_TAGS", "host=localhost")
	_ = getEnv("WS_ADDR", "localhost:8546")
	_ = getEnv("TRUSTED_PROXY_ADDRS", "127.0.0.1")
	_ = getEnv("STOREFRONT_URL", "http://localhost:5173")
	_ = getEnv("SHOP_URL", "http://localhost:4200")
	_ = getEnv("PASSWORD_LOGIN_URL", "http://localhost:8080/login")
	_ = getEnv("OAUTH_REDIRECT_URL", "http://localhost:8080/callback")
	_ = getEnv("GRPC_ADDR", "0.0.0.0:9090")
	_ = getEnv("ADDR", "tcp://127.0.0.1:9000")
	_ = getEnv("CONTROL", "tcp://0.0.0.0:9000")
	_ = getEnv("QUEUE_ADDR", "nats://0.0.0.0:4222")
)

// A sidecar is in the same pod, where localhost is right.
var (
	_ = getEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4317")
	_ = getEnv("DD_AGENT_HOST", "localhost")
	_ = getEnv("CONSUL_HTTP_ADDR", "localhost:8500")
)

// Only written into a header.
func cors(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Origin", getEnv("DASHBOARD_URL", "http://localhost:3000"))
}

// A branch keeps it out of production.
func development() string {
	if os.Getenv("APP_ENV") != "production" {
		return getEnv("BILLING_URL", "http://localhost:8090")
	}
	return os.Getenv("BILLING_URL")
}

func leftEarly() string {
	if getEnv("APP_ENV", "") == "production" {
		return os.Getenv("BILLING_URL")
	}
	return getEnv("BILLING_URL", "http://localhost:8090")
}

func switched(env string) string {
	switch env {
	case "dev", "test":
		return getEnv("BILLING_URL", "http://localhost:8090")
	}
	return os.Getenv("BILLING_URL")
}

// A local value is refused.
type guarded struct{ mongoURI, usersURL string }

func loadGuarded() (*guarded, error) {
	g := &guarded{
		mongoURI: getEnv("MONGODB_URI", "mongodb://localhost:27017"),
		usersURL: getEnv("USERS_URL", "http://localhost:8091"),
	}
	for _, u := range []string{g.mongoURI, g.usersURL} {
		if isLocal(u) {
			return nil, errors.New("local address in production")
		}
	}
	return g, nil
}

func isLocal(address string) bool { return strings.Contains(address, "://localhost") }

// No environment is read.
func joined() string { return settings.Join("BILLING_URL", "http://localhost:8090") }

// A sentence about localhost, and a path.
var (
	_ = getEnv("HELP_URL", "run it on localhost please")
	_ = getEnv("DOCS_URL", "https://example.com/localhost")
)

// The reason is stated.
//
//lifecyclelint:ignore localhostdefault/localhost-default -- the cache is a sidecar
var sidecar = getEnv("CACHE_ADDR", "localhost:6379")

// A flag says that this is no production.
type subnet struct{ url string }

func (s *subnet) update(isDevEnv bool) {
	s.url = "https://subnet.example.com"
	if isDevEnv {
		s.url = os.Getenv("SUBNET_URL")
		if s.url == "" {
			s.url = "http://localhost:9000"
		}
	}
}

// A request is no configuration.
type lookup struct{ StockURL string }

func (l *lookup) complete() {
	if l.StockURL == "" {
		l.StockURL = "http://localhost:8093"
	}
}
