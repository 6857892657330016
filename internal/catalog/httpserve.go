package catalog

// HTTPServeFuncs serve a handler, argument Handler, with a server that has no
// limits. Addr is the argument with the address, -1 when the first is a listener.
var HTTPServeFuncs = map[string]struct{ Addr, Handler int }{
	"net/http.ListenAndServe":    {0, 1},
	"net/http.ListenAndServeTLS": {0, 3},
	"net/http.Serve":             {-1, 1},
	"net/http.ServeTLS":          {-1, 1},
}

// A FrameworkServe serves with an http.Server of the framework's own, which has no limits
// unless one of the fields Limits is set. New makes the framework's value, or is its type, and
// Addr is the argument with the address, -1 for none. Handles is set when the receiver is an http.Handler,
// so that an http.Server of the program can serve it as well, and Dies when the call returns
// nothing, and ends the process when it cannot serve.
type FrameworkServe struct {
	Addr          int
	Limits        []string
	New           string
	Handles, Dies bool
}

var (
	echoLimits  = []string{"net/http.Server.ReadTimeout", "net/http.Server.ReadHeaderTimeout"}
	fiberLimits = []string{"github.com/gofiber/fiber/v2.Config.ReadTimeout", "github.com/valyala/fasthttp.Server.ReadTimeout"}
	fastServer  = FrameworkServe{Limits: []string{"github.com/valyala/fasthttp.Server.ReadTimeout"}, New: "github.com/valyala/fasthttp.Server"}
	fastAccepts = FrameworkServe{Addr: -1, Limits: fastServer.Limits, New: fastServer.New}
	fiber3      = []string{"github.com/gofiber/fiber/v3.Config.ReadTimeout", "github.com/valyala/fasthttp.Server.ReadTimeout"}
)

// FrameworkServes are the serving methods of web frameworks.
var FrameworkServes = map[string]FrameworkServe{
	"(*github.com/gin-gonic/gin.Engine).Run":         {Handles: true},
	"(*github.com/gin-gonic/gin.Engine).RunTLS":      {Handles: true},
	"(*github.com/gin-gonic/gin.Engine).RunListener": {Addr: -1},
	"(*github.com/labstack/echo/v4.Echo).Start":      {Limits: echoLimits, New: "github.com/labstack/echo/v4.New"},
	"(*github.com/labstack/echo/v4.Echo).StartTLS":   {Limits: echoLimits, New: "github.com/labstack/echo/v4.New"},
	"(*github.com/gofiber/fiber/v2.App).Listen":      {Limits: fiberLimits, New: "github.com/gofiber/fiber/v2.New"},
	"(*github.com/gofiber/fiber/v2.App).ListenTLS":   {Limits: fiberLimits, New: "github.com/gofiber/fiber/v2.New"},
	"(*github.com/gofiber/fiber/v2.App).Listener":    {Addr: -1, Limits: fiberLimits, New: "github.com/gofiber/fiber/v2.New"},
	"(*github.com/gofiber/fiber/v3.App).Listen":      {Limits: fiber3, New: "github.com/gofiber/fiber/v3.New"},
	"(*github.com/gofiber/fiber/v3.App).Listener":    {Addr: -1, Limits: fiber3, New: "github.com/gofiber/fiber/v3.New"},
	"(*github.com/urfave/negroni.Negroni).Run":       {Handles: true, Dies: true},
	"(*gopkg.in/macaron.v1.Macaron).Run":             {Handles: true, Dies: true},
	"github.com/valyala/fasthttp.ListenAndServe":     {},
	"github.com/valyala/fasthttp.ListenAndServeTLS":  {},
	"github.com/valyala/fasthttp.Serve":              {Addr: -1},

	"(*github.com/valyala/fasthttp.Server).ListenAndServe":    fastServer,
	"(*github.com/valyala/fasthttp.Server).ListenAndServeTLS": fastServer,
	"(*github.com/valyala/fasthttp.Server).Serve":             fastAccepts,
	"(*github.com/valyala/fasthttp.Server).ServeTLS":          fastAccepts,
}

// HTTPServerMethods put a server to work.
var HTTPServerMethods = map[string]bool{
	"(*net/http.Server).ListenAndServe":    true,
	"(*net/http.Server).ListenAndServeTLS": true,
	"(*net/http.Server).Serve":             true,
	"(*net/http.Server).ServeTLS":          true,
}

// HandlerLimits bound how long a handler may take: calls, with the argument that
// is the limit.
var HandlerLimits = map[string]struct{ Limit int }{
	"net/http.TimeoutHandler":                     {1},
	"github.com/go-chi/chi/v5/middleware.Timeout": {0},
	"github.com/go-chi/chi/middleware.Timeout":    {0},
}

// AnswerFlushes send what has been written so far of an answer: it goes out piece by piece.
var AnswerFlushes = map[string]bool{
	"(net/http.Flusher).Flush":                      true,
	"(*net/http.ResponseController).Flush":          true,
	"(*github.com/labstack/echo/v4.Response).Flush": true,
	"(*github.com/gin-gonic/gin.Context).SSEvent":   true,
}

// RequestContexts are what web frameworks pass to a handler in the place of a response
// writer and a request.
var RequestContexts = map[string]bool{
	"github.com/astaxie/beego/context.Context": true,
	"github.com/gin-gonic/gin.Context":         true,
	"github.com/labstack/echo/v4.Context":      true,
	"github.com/gofiber/fiber/v2.Ctx":          true,
	"github.com/gofiber/fiber/v3.Ctx":          true,
	"github.com/valyala/fasthttp.RequestCtx":   true,
	"gopkg.in/macaron.v1.Context":              true,
}

// RequestBodies are the fields and methods of a request, and of what web frameworks have in its place, that
// have what a client has sent in its body.
var RequestBodies = words(`Body Form PostForm MultipartForm FormFile MultipartReader
	Bind BindJSON BindXML BindQuery ShouldBind ShouldBindJSON ShouldBindWith GetRawData BodyParser BodyRaw BodyStream PostBody`)

// DecodesMedia are decoders of binary formats that have panicked for malformed input.
var DecodesMedia = words(`image.Decode image.DecodeConfig image/png.Decode image/jpeg.Decode image/gif.Decode image/gif.DecodeAll`)

// PeerWriters write to the other end of a connection.
var PeerWriters = map[string]bool{
	"bufio.Writer":                        true,
	"crypto/tls.Conn":                     true,
	"net.Conn":                            true,
	"net.TCPConn":                         true,
	"net.UnixConn":                        true,
	"net/http.ResponseWriter":             true,
	"net/textproto.Writer":                true,
	"github.com/coder/websocket.Conn":     true,
	"github.com/gorilla/websocket.Conn":   true,
	"golang.org/x/net/websocket.Conn":     true,
	"google.golang.org/grpc.ServerStream": true,
	"google.golang.org/grpc.ClientStream": true,
	"nhooyr.io/websocket.Conn":            true,
}

// HTTPServerTakers are functions of other packages that take an *http.Server and
// set no limit in it.
var HTTPServerTakers = map[string]bool{
	"golang.org/x/net/http2.ConfigureServer":                            true,
	"github.com/prometheus/exporter-toolkit/web.ListenAndServe":         true,
	"github.com/prometheus/exporter-toolkit/web.Serve":                  true,
	"github.com/prometheus/exporter-toolkit/web.ServeMultiple":          true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.WithServer":       true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.DrainAndShutdown": true,
}

// ObservationPackages serve metrics and profiles, to developers and to what collects
// them, which asks again.
var ObservationPackages = map[string]bool{
	"expvar":         true,
	"net/http/pprof": true,
	"github.com/prometheus/client_golang/prometheus/promhttp": true,
}

// MetricsServers serve for exporters: nothing but metrics and a page that says so.
var MetricsServers = map[string]bool{
	"github.com/prometheus/exporter-toolkit/web.ListenAndServe": true,
	"github.com/prometheus/exporter-toolkit/web.Serve":          true,
}

// ServesMux are functions whose last argument is the handler, nil for the one that handlers are
// registered with by default.
var ServesMux = map[string]bool{
	"net/http.ListenAndServe":    true,
	"net/http.ListenAndServeTLS": true,
	"net/http.Serve":             true,
}
