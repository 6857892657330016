package catalog

import "strings"

// A Server says what a serving call works with. Recv is what the receiver is, "handler" or
// "server" (an http.Server), and Args the same for the arguments, in order: addr,
// listener, cert, key, handler, server, or other. Stop is the receiver's method
// that lets requests in flight finish, where that is not http.Server's.
type Server struct{ Recv, Args, Stop string }

// Serving calls accept requests until their server is stopped.
var Serving = map[string]Server{
	"net/http.ListenAndServe":                                   {Args: "addr handler"},
	"net/http.ListenAndServeTLS":                                {Args: "addr cert key handler"},
	"net/http.Serve":                                            {Args: "listener handler"},
	"net/http.ServeTLS":                                         {Args: "listener handler cert key"},
	"(*net/http.Server).ListenAndServe":                         {Recv: "server"},
	"(*net/http.Server).ListenAndServeTLS":                      {Recv: "server", Args: "cert key"},
	"(*net/http.Server).Serve":                                  {Recv: "server", Args: "listener"},
	"(*net/http.Server).ServeTLS":                               {Recv: "server", Args: "listener cert key"},
	"(*github.com/gin-gonic/gin.Engine).Run":                    {Recv: "handler", Args: "addr"},
	"(*github.com/gin-gonic/gin.Engine).RunTLS":                 {Recv: "handler", Args: "addr cert key"},
	"(*github.com/gin-gonic/gin.Engine).RunListener":            {Recv: "handler", Args: "listener"},
	"(*github.com/gin-gonic/gin.Engine).RunUnix":                {Recv: "handler", Args: "other"},
	"(*github.com/labstack/echo/v4.Echo).Start":                 {Recv: "handler", Args: "addr"},
	"(*github.com/labstack/echo/v4.Echo).StartTLS":              {Recv: "handler", Args: "addr cert key"},
	"(*github.com/labstack/echo/v4.Echo).StartAutoTLS":          {Recv: "handler", Args: "other"},
	"(*github.com/labstack/echo/v4.Echo).StartServer":           {Recv: "handler", Args: "server"},
	"(*github.com/gofiber/fiber/v2.App).Listen":                 {Args: "addr", Stop: "Shutdown"},
	"(*github.com/gofiber/fiber/v2.App).ListenTLS":              {Args: "addr", Stop: "Shutdown"},
	"(*github.com/gofiber/fiber/v2.App).Listener":               {Stop: "Shutdown"},
	"(*github.com/gofiber/fiber/v3.App).Listen":                 {Args: "addr", Stop: "Shutdown"},
	"(*github.com/gofiber/fiber/v3.App).Listener":               {Stop: "Shutdown"},
	"(*github.com/urfave/negroni.Negroni).Run":                  {Recv: "handler", Args: "addr"},
	"(*gopkg.in/macaron.v1.Macaron).Run":                        {Recv: "handler", Args: "other other"},
	"github.com/valyala/fasthttp.ListenAndServe":                {Args: "addr other"},
	"(*google.golang.org/grpc.Server).Serve":                    {Stop: "GracefulStop"},
	"github.com/prometheus/exporter-toolkit/web.ListenAndServe": {Args: "other"},
	"github.com/prometheus/exporter-toolkit/web.Serve":          {Args: "other"},
}

// PrintsListenErrors are serving calls that print the error with which they return.
var PrintsListenErrors = map[string]bool{
	"(*github.com/gin-gonic/gin.Engine).Run":    true,
	"(*github.com/gin-gonic/gin.Engine).RunTLS": true,
	"(*github.com/urfave/negroni.Negroni).Run":  true,
}

// Scraped serve metrics: a scraper repeats a failed request.
var Scraped = map[string]bool{
	"github.com/prometheus/exporter-toolkit/web.ListenAndServe": true,
	"github.com/prometheus/exporter-toolkit/web.Serve":          true,
}

// ServerStops let a server's requests in flight finish. Arg is the argument that is the
// context, -1 for none. Returns is set for servers whose serving call returns before the
// requests have finished, Tells for those whose protocol redirects clients (GOAWAY): they
// send again what was not served.
var ServerStops = map[string]struct {
	Arg            int
	Returns, Tells bool
}{
	"(*net/http.Server).Shutdown":                            {Returns: true},
	"(*google.golang.org/grpc.Server).GracefulStop":          {Arg: -1, Tells: true},
	"(*github.com/labstack/echo/v4.Echo).Shutdown":           {Returns: true},
	"(*github.com/gofiber/fiber/v2.App).Shutdown":            {Arg: -1},
	"(*github.com/gofiber/fiber/v2.App).ShutdownWithContext": {},
	"(*github.com/gofiber/fiber/v2.App).ShutdownWithTimeout": {Arg: -1},
	"(*github.com/gofiber/fiber/v3.App).Shutdown":            {Arg: -1},
	"(*github.com/gofiber/fiber/v3.App).ShutdownWithContext": {},
	"(*github.com/gofiber/fiber/v3.App).ShutdownWithTimeout": {Arg: -1},
}

// IsServer reports whether one of [ServerStops] is a method of the type, which is named without a star.
func IsServer(typ string) bool {
	for name := range ServerStops {
		if strings.HasPrefix(name, "(*"+typ+").") {
			return true
		}
	}
	return false
}

// ServerCloses end serving without waiting for the requests in flight.
var ServerCloses = map[string]bool{
	"(*net/http.Server).Close":                  true,
	"(*google.golang.org/grpc.Server).Stop":     true,
	"(*github.com/labstack/echo/v4.Echo).Close": true,
}

// StopNames are the names of methods that stop servers which are interfaces or of modules
// that are not analyzed.
var StopNames = map[string]bool{
	"Shutdown":            true,
	"ShutdownWithContext": true,
	"ShutdownWithTimeout": true,
	"GracefulShutdown":    true,
	"GracefulStop":        true,
}

// ServerOwners are packages that stop, at a signal, the servers that they are passed.
var ServerOwners = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle": true,
	"go.uber.org/fx":                             true,
	"github.com/oklog/run":                       true,
	"github.com/facebookgo/httpdown":             true,
	"github.com/facebookgo/grace/gracehttp":      true,
	"github.com/tylerb/graceful":                 true,
	"github.com/fvbock/endless":                  true,
	"github.com/cloudflare/tableflip":            true,
	"github.com/ory/graceful":                    true,
	"github.com/thejerf/suture":                  true,
	"github.com/thejerf/suture/v4":               true,
	"sigs.k8s.io/controller-runtime":             true,
	"sigs.k8s.io/controller-runtime/pkg/manager": true,
}

// HardStops are, for those of [ServerStops] that take no limit, the methods Stop that do
// not wait.
var HardStops = map[string]string{"(*google.golang.org/grpc.Server).GracefulStop": "(*google.golang.org/grpc.Server).Stop"}

// LimitedShutdowns are, for those of [ServerStops] that wait as long as their context lasts, the
// methods that do not wait.
var LimitedShutdowns = map[string]string{
	"(*net/http.Server).Shutdown":                  "(*net/http.Server).Close",
	"(*github.com/labstack/echo/v4.Echo).Shutdown": "(*github.com/labstack/echo/v4.Echo).Close",
}

// Gates wait until all that have entered them have left.
var Gates = map[string]bool{
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Drain).Close": true,
}

// Drains wait, or wait and shut down: time in which a load balancer can notice.
var Drains = map[string]bool{
	"time.Sleep":     true,
	"time.After":     true,
	"time.NewTimer":  true,
	"time.NewTicker": true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Sleep":            true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.DrainAndShutdown": true,
}

// OwnCertificates are packages with which a server gets its certificates by
// itself, for the names under which clients reach it.
var OwnCertificates = map[string]bool{
	"golang.org/x/crypto/acme/autocert": true,
	"github.com/caddyserver/certmagic":  true,
}
