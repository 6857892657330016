package catalog

// HTTPClientCalls are the functions of net/http that go through
// http.DefaultClient.
var HTTPClientCalls = map[string]bool{
	"net/http.Get":      true,
	"net/http.Head":     true,
	"net/http.Post":     true,
	"net/http.PostForm": true,
}

// SharedDefaults are variables that hold an object for all users of their package, with the
// functions that use it.
var SharedDefaults = map[string]map[string]bool{
	"github.com/gorilla/websocket.DefaultDialer": nil,
	"net.DefaultResolver":                        nil,
	"net/http.DefaultClient":                     HTTPClientCalls,
}

// HTTPClientMethods make a request without a context.
var HTTPClientMethods = map[string]bool{
	"(*net/http.Client).Get":      true,
	"(*net/http.Client).Head":     true,
	"(*net/http.Client).Post":     true,
	"(*net/http.Client).PostForm": true,
}

// RequestLimits are fields, of the options of a library, that limit each of its requests.
var RequestLimits = words("Timeout RequestTimeout ResponseTimeout HTTPTimeout ClientTimeout CallTimeout")

// HTTPRequests make a request to be sent; Context is the argument that limits
// it, -1 for none.
var HTTPRequests = map[string]struct{ Context int }{
	"net/http.NewRequest":             {-1},
	"net/http.NewRequestWithContext":  {0},
	"(*net/http.Request).WithContext": {0},
	"(*net/http.Request).Clone":       {0},
}

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

// TransparentTransports wrap the http.RoundTripper given as argument Arg and add
// no limit of their own.
var TransparentTransports = map[string]struct{ Arg int }{
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewTransport":             {0},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperInFlight": {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperCounter":  {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperDuration": {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperTrace":    {1},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.PropagateRequestID":                    {0},
}

// TransparentTransportTypes are struct types that pass requests on to the
// http.RoundTripper in field Base and add no limit of their own.
var TransparentTransportTypes = map[string]struct{ Base string }{
	"golang.org/x/oauth2.Transport":            {"Base"},
	"github.com/gregjones/httpcache.Transport": {"Transport"},
}

// ConnectsBy are the fields of an http.Transport that say how it connects, and how long it keeps
// connections.
var ConnectsBy = map[string]bool{
	"Proxy":             true,
	"Dial":              true,
	"DialContext":       true,
	"DialTLS":           true,
	"DialTLSContext":    true,
	"IdleConnTimeout":   true,
	"DisableKeepAlives": true,
}

// UnlimitedClients return an http.Client without a Timeout.
var UnlimitedClients = map[string]bool{
	"golang.org/x/oauth2.NewClient":                          true,
	"(*golang.org/x/oauth2.Config).Client":                   true,
	"(*golang.org/x/oauth2/clientcredentials.Config).Client": true,
	"github.com/hashicorp/go-cleanhttp.DefaultClient":        true,
	"github.com/hashicorp/go-cleanhttp.DefaultPooledClient":  true,
}

// ContextClients send requests with the client that the context given as argument carries, with
// http.DefaultClient where it carries none.
var ContextClients = map[string]struct{ Context int }{
	"(*golang.org/x/oauth2.Config).Exchange":                 {0},
	"(*golang.org/x/oauth2.Config).PasswordCredentialsToken": {0},
	"(*golang.org/x/oauth2.Config).DeviceAuth":               {0},
	"(*golang.org/x/oauth2/clientcredentials.Config).Token":  {0},
	"github.com/coreos/go-oidc/v3/oidc.NewProvider":          {0},
	"(*github.com/coreos/go-oidc/v3/oidc.Provider).UserInfo": {0},
}

// ClientCarriers make a context that carries an http.Client, argument Client, of argument 0.
var ClientCarriers = map[string]struct{ Client int }{
	"context.WithValue": {2},
	"github.com/coreos/go-oidc/v3/oidc.ClientContext": {1},
}

// An EndlessDial connects, and waits for responses without a limit. Hangs is the
// consequence. Arguments from Options on are options; Option is the one that sets a limit
// for reading, "" where there is none, and Setter a method of the result that does. Limits are
// calls, anywhere, that set one. Waits are
// functions, and names of commands, that wait for messages by design.
type EndlessDial struct {
	Hangs   string
	Options int
	Option  string
	Setter  string
	Limits  []string
	Waits   map[string]bool
}

// EndlessDials connect by other protocols than HTTP, or make clients with an http.Client of
// their own.
var EndlessDials = map[string]EndlessDial{
	"github.com/gomodule/redigo/redis.Dial":    redigo("github.com/gomodule/redigo/redis", 2),
	"github.com/gomodule/redigo/redis.DialURL": redigo("github.com/gomodule/redigo/redis", 1),
	"github.com/garyburd/redigo/redis.Dial":    redigo("github.com/garyburd/redigo/redis", 2),
	"github.com/garyburd/redigo/redis.DialURL": redigo("github.com/garyburd/redigo/redis", 1),
	"github.com/go-resty/resty/v2.New": {
		Hangs:  "a request never returns when the server accepts and does not respond",
		Setter: "SetTimeout",
		Limits: []string{"(*github.com/go-resty/resty/v2.Client).SetTimeout", "(*github.com/go-resty/resty/v2.Request).SetContext"},
	},
}

func redigo(pkg string, options int) EndlessDial {
	return EndlessDial{
		Hangs:   "a command never returns when Redis accepts and does not respond",
		Options: options,
		Option:  pkg + ".DialReadTimeout",
		Limits:  []string{pkg + ".DialReadTimeout", pkg + ".DialTimeout", pkg + ".DoWithTimeout", pkg + ".ReceiveWithTimeout", pkg + ".DoContext"},
		Waits: map[string]bool{
			"BLPOP": true, "BRPOP": true, "BRPOPLPUSH": true, "SUBSCRIBE": true, "PSUBSCRIBE": true, "MONITOR": true,
			"(" + pkg + ".PubSubConn).Receive": true, "(" + pkg + ".PubSubConn).Subscribe": true,
		},
	}
}

// Timers begin something that ends by time. A RoundTripper that calls one may
// limit its requests itself.
var Timers = map[string]bool{
	"context.WithTimeout":       true,
	"context.WithTimeoutCause":  true,
	"context.WithDeadline":      true,
	"context.WithDeadlineCause": true,
	"time.AfterFunc":            true,
	"time.NewTimer":             true,
	"time.After":                true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Detach": true,
}

// ContextParents make a context out of the one given as argument 0. It ends no
// later than that one, but for those that keep nothing of its end.
var ContextParents = map[string]struct{ Detached bool }{
	"context.WithCancel":                     {},
	"context.WithCancelCause":                {},
	"context.WithValue":                      {},
	"context.WithoutCancel":                  {Detached: true},
	"os/signal.NotifyContext":                {},
	"golang.org/x/sync/errgroup.WithContext": {},
}

// HandlerLimits bound how long a handler may take: calls, with the argument that
// is the limit.
var HandlerLimits = map[string]struct{ Limit int }{
	"net/http.TimeoutHandler":                     {1},
	"github.com/go-chi/chi/v5/middleware.Timeout": {0},
	"github.com/go-chi/chi/middleware.Timeout":    {0},
}

// StreamReaders read what they are given piece by piece.
var StreamReaders = map[string]bool{
	"bufio.NewScanner":    true,
	"bufio.NewReader":     true,
	"bufio.NewReaderSize": true,
}

// Copies read all there is into their first argument, which a download takes its time for.
var Copies = map[string]bool{
	"io.Copy":       true,
	"io.CopyBuffer": true,
	"io.CopyN":      true,
}

// Unpacks read an archive, which is what a download is.
var Unpacks = map[string]bool{
	"archive/tar.NewReader":    true,
	"compress/gzip.NewReader":  true,
	"compress/bzip2.NewReader": true,
}

// PassesOn read on from what they are passed, or send it elsewhere.
var PassesOn = map[string]bool{
	"io.TeeReader":                   true,
	"net/http.NewRequest":            true,
	"net/http.NewRequestWithContext": true,
}

// InMemoryWriters are writers, and types of such, that keep, digest or drop what is
// copied to them.
var InMemoryWriters = map[string]bool{
	"io.Discard":        true,
	"io/ioutil.Discard": true,
	"bytes.Buffer":      true,
	"strings.Builder":   true,
	"hash.Hash":         true,
}

// AnswerFlushes send what has been written so far of an answer: it goes out piece by piece.
var AnswerFlushes = map[string]bool{
	"(net/http.Flusher).Flush":             true,
	"(*net/http.ResponseController).Flush": true,
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

// RequestMethods are the functions that make requests, with the argument that is the method.
var RequestMethods = map[string]int{"net/http.NewRequest": 0, "net/http.NewRequestWithContext": 1}

// ReadsBody are functions that read a body to its end, or make a request that does when it is sent, with
// the argument that is the body.
var ReadsBody = map[string]int{
	"net/http.NewRequest":            2,
	"net/http.NewRequestWithContext": 3,
	"net/http.Post":                  2,
	"(*net/http.Client).Post":        2,
}

// BodyReaders read from what they are passed, which stays as it is.
var BodyReaders = map[string]bool{
	"bytes.NewReader":       true,
	"bytes.NewBuffer":       true,
	"bytes.NewBufferString": true,
	"strings.NewReader":     true,
}

// CopiesRequest are the methods that copy a request, and share its body.
var CopiesRequest = map[string]bool{
	"(*net/http.Request).Clone":       true,
	"(*net/http.Request).WithContext": true,
}

// ChangingMethods are those of requests that change something.
var ChangingMethods = map[string]bool{"POST": true, "PUT": true, "PATCH": true, "DELETE": true}

// ServesMux are functions whose last argument is the handler, nil for the one that handlers are
// registered with by default.
var ServesMux = map[string]bool{
	"net/http.ListenAndServe":    true,
	"net/http.ListenAndServeTLS": true,
	"net/http.Serve":             true,
}

// ReadsAll read their argument to the end into memory, or as much of it as one value takes.
var ReadsAll = map[string]int{
	"io.ReadAll":               0,
	"io/ioutil.ReadAll":        0,
	"(*bytes.Buffer).ReadFrom": 0,
	"encoding/gob.NewDecoder":  0,
	"encoding/json.NewDecoder": 0,
	"encoding/xml.NewDecoder":  0,
}

// BodyLimits limit what is read of a request.
var BodyLimits = map[string]bool{
	"net/http.MaxBytesReader": true,
	"io.LimitReader":          true,
	"io.CopyN":                true,
}

// BodyLimitMiddleware limits what handlers read.
var BodyLimitMiddleware = map[string]bool{
	"net/http.MaxBytesHandler":                         true,
	"github.com/labstack/echo/v4/middleware.BodyLimit": true,
	"github.com/go-chi/chi/v5/middleware.RequestSize":  true,
}
