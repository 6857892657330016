module resolve.example

go 1.26.0

require github.com/lifecyclelint/lifecyclelint/lifecycle v0.0.0

require (
	github.com/benbjohnson/clock v1.3.5 // indirect
	github.com/gin-gonic/gin v1.12.0 // indirect
	github.com/go-chi/chi v1.5.5 // indirect
	github.com/go-chi/chi/v5 v5.5.0 // indirect
	github.com/gofiber/fiber/v2 v2.52.15 // indirect
	github.com/gregjones/httpcache v0.0.0-20190611155906-901d90724c79 // indirect
	github.com/jonboulle/clockwork v0.5.0 // indirect
	github.com/labstack/echo/v4 v4.16.0 // indirect
	github.com/oklog/run v1.2.0 // indirect
	github.com/prometheus/client_golang v1.25.0 // indirect
	github.com/sasha-s/go-deadlock v0.3.9 // indirect
	github.com/sourcegraph/conc v0.3.0 // indirect
	github.com/valyala/fasthttp v1.77.0 // indirect
	go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp v0.72.0 // indirect
	golang.org/x/oauth2 v0.37.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	k8s.io/utils v0.0.0-20260707023825-cf1189d6abe3 // indirect
)

replace github.com/lifecyclelint/lifecyclelint/lifecycle => ../../../../lifecycle
