package catalog

import (
	"slices"
	"strings"
)

// Pauses take a length of time as argument Limit. Those that do not block return
// something that is ready then.
var Pauses = map[string]struct {
	Limit  int
	Blocks bool
}{
	"time.Sleep":     {0, true},
	"time.After":     {0, false},
	"time.NewTimer":  {0, false},
	"time.NewTicker": {0, false},
	"time.Tick":      {0, false},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Sleep": {1, true},
}

// DeadlineContexts make a context that ends after the duration in argument Limit.
var DeadlineContexts = map[string]struct{ Limit int }{
	"context.WithTimeout":                                     {1},
	"context.WithTimeoutCause":                                {1},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Detach": {1},
}

// Interrupted start argument 0, and call argument 1 when another function of the
// group has ended.
var Interrupted = map[string]bool{"(*github.com/oklog/run.Group).Add": true}

// GroupRuns start the functions of a group and return when all have ended.
var GroupRuns = map[string]bool{"(*github.com/oklog/run.Group).Run": true}

// TombCalls are what is done with a tomb: it starts goroutines, waits for them, and says
// that they are to end.
var TombCalls = map[string]string{
	"(*gopkg.in/tomb.v2.Tomb).Go":    "go",
	"(*gopkg.in/tomb.v2.Tomb).Wait":  "wait",
	"(*gopkg.in/tomb.v2.Tomb).Kill":  "kill",
	"(*gopkg.in/tomb.v2.Tomb).Killf": "kill",
	"(*gopkg.in/tomb.v2.Tomb).Dying": "dying",
}

// ServerKills end a server's connections immediately.
var ServerKills = map[string]bool{
	"(*net/http.Server).Close":                  true,
	"(*google.golang.org/grpc.Server).Stop":     true,
	"(*github.com/labstack/echo/v4.Echo).Close": true,
}

// OtherServers serve other protocols than HTTP; OtherStops let their requests finish, with
// the context in an argument, -1 for none; OtherKills do not.
var (
	OtherServers = words(`(*github.com/emersion/go-smtp.Server).ListenAndServe (*github.com/emersion/go-smtp.Server).ListenAndServeTLS
		(*github.com/emersion/go-smtp.Server).Serve (*github.com/miekg/dns.Server).ListenAndServe (*github.com/miekg/dns.Server).ActivateAndServe
		(*github.com/gliderlabs/ssh.Server).ListenAndServe (*github.com/gliderlabs/ssh.Server).Serve`)
	OtherStops = map[string]int{
		"(*github.com/emersion/go-smtp.Server).Shutdown": 0,
		"(*github.com/miekg/dns.Server).Shutdown":        -1,
		"(*github.com/miekg/dns.Server).ShutdownContext": 0,
		"(*github.com/gliderlabs/ssh.Server).Shutdown":   0,
	}
	OtherKills = words(`(*github.com/emersion/go-smtp.Server).Close (*github.com/gliderlabs/ssh.Server).Close
		(*github.com/pion/turn/v4.Server).Close (*github.com/pion/turn/v5.Server).Close`)
)

// StartedServers make a server, result Result, that serves until it is closed.
var StartedServers = map[string]struct{ Result int }{
	"github.com/pion/turn/v4.NewServer": {0},
	"github.com/pion/turn/v5.NewServer": {0},
}

// ServeWaits stop a server whose serving method returns after them, and not when it stops accepting.
var ServeWaits = words("(*google.golang.org/grpc.Server).GracefulStop (*google.golang.org/grpc.Server).Stop")

// Acceptors accept the connections of the listener in argument Listener until that is closed.
var Acceptors = map[string]struct{ Listener int }{
	"net/rpc.Accept":           {0},
	"(*net/rpc.Server).Accept": {0},
}

// PartReads read the next part of an input, and return an error where it ends, as
// [ReaderMethods] do.
var PartReads = words(`(*encoding/json.Decoder).Token (*encoding/xml.Decoder).Token (*encoding/csv.Reader).Read
	(*archive/tar.Reader).Next (*mime/multipart.Reader).NextPart (io.Reader).Read (*os.File).Read (*os.File).ReadDir (*os.File).Readdir (*os.File).Readdirnames
	golang.org/x/sys/unix.Getdents golang.org/x/sys/unix.ReadDirent syscall.ReadDirent`)

// Retriers call argument Arg until it succeeds.
var Retriers = map[string]struct{ Arg int }{
	"github.com/cenkalti/backoff/v4.Retry":                            {0},
	"github.com/cenkalti/backoff/v4.RetryNotify":                      {0},
	"github.com/avast/retry-go/v4.Do":                                 {0},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Retry":          {2},
	"k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout":       {4},
	"k8s.io/apimachinery/pkg/util/wait.ExponentialBackoff":            {1},
	"k8s.io/apimachinery/pkg/util/wait.PollUntilContextCancel":        {3},
	"k8s.io/apimachinery/pkg/util/wait.PollImmediate":                 {2},
	"k8s.io/apimachinery/pkg/util/wait.ExponentialBackoffWithContext": {2},
}

// A RouteCall registers a handler for a path; a negative Handler counts from the end, and
// 99 is none. Prefix is set where all paths below it are meant.
type RouteCall struct {
	Path, Handler int
	Prefix        bool
}

// Routes are the calls that register what answers a path.
var Routes = routes()

// verbs are the methods of one kind of router: those of its names that register a handler
// with the same arguments.
type verbs struct {
	types, methods string
	call           RouteCall
}

// The types of the routers of one kind.
const (
	ginRouters     = "*github.com/gin-gonic/gin.RouterGroup github.com/gin-gonic/gin.IRoutes github.com/gin-gonic/gin.IRouter"
	echoRouters    = "*github.com/labstack/echo/v4.Echo *github.com/labstack/echo/v4.Group"
	fiberRouters   = "*github.com/gofiber/fiber/v2.App *github.com/gofiber/fiber/v2.Group github.com/gofiber/fiber/v2.Router *github.com/gofiber/fiber/v3.App *github.com/gofiber/fiber/v3.Group github.com/gofiber/fiber/v3.Router"
	gorillaRouters = "*github.com/gorilla/mux.Router *github.com/gorilla/mux.Route"
	chiRouters     = "*github.com/go-chi/chi/v5.Mux github.com/go-chi/chi/v5.Router *github.com/go-chi/chi.Mux github.com/go-chi/chi.Router"
)

var routeVerbs = []verbs{
	{"*net/http.ServeMux", "Handle HandleFunc", RouteCall{0, 1, false}},
	{ginRouters, "GET POST PUT DELETE PATCH HEAD OPTIONS Any", RouteCall{0, -1, false}},
	{ginRouters, "Handle Match", RouteCall{1, -1, false}},
	{ginRouters, "StaticFile StaticFileFS", RouteCall{0, 99, false}},
	{echoRouters, "GET POST PUT DELETE PATCH HEAD OPTIONS Any", RouteCall{0, 1, false}},
	{echoRouters, "Match Add", RouteCall{1, 2, false}},
	{echoRouters, "File FileFS", RouteCall{0, 99, false}},
	{fiberRouters, "Get Post Put Delete Patch Head Options All", RouteCall{0, -1, false}},
	{fiberRouters, "Add", RouteCall{1, -1, false}},
	{gorillaRouters, "HandleFunc Handle", RouteCall{0, 1, false}},
	{gorillaRouters, "Path", RouteCall{0, 99, false}},
	{chiRouters, "Get Post Put Delete Patch Head Options Handle HandleFunc", RouteCall{0, 1, false}},
	{chiRouters, "Method MethodFunc", RouteCall{1, 2, false}},
	{chiRouters, "Mount", RouteCall{0, 1, true}},
	{"*github.com/julienschmidt/httprouter.Router", "GET POST PUT DELETE PATCH HEAD OPTIONS", RouteCall{0, 1, false}},
	{"*github.com/julienschmidt/httprouter.Router", "Handle Handler HandlerFunc", RouteCall{1, 2, false}},
	{"*github.com/fasthttp/router.Router *github.com/fasthttp/router.Group", "GET POST PUT DELETE PATCH HEAD OPTIONS ANY", RouteCall{0, 1, false}},
	{"*github.com/fasthttp/router.Router *github.com/fasthttp/router.Group", "Handle", RouteCall{1, 2, false}},
	{"*github.com/prometheus/common/route.Router", "Get Post Put Del Options Head", RouteCall{0, 1, false}},
}

func routes() map[string]RouteCall {
	list := map[string]RouteCall{
		"net/http.HandleFunc": {0, 1, false},
		"net/http.Handle":     {0, 1, false},
		"google.golang.org/grpc/health/grpc_health_v1.RegisterHealthServer": {-1, 99, false},
	}
	each(routeVerbs, func(name string, v verbs) { list[name] = v.call })
	return list
}

func each(rows []verbs, f func(name string, v verbs)) {
	for _, v := range rows {
		for t := range strings.FieldsSeq(v.types) {
			for m := range strings.FieldsSeq(v.methods) {
				f("("+t+")."+m, v)
			}
		}
	}
}

// A RouteGroup is a call whose result, or the parameter of the function in argument Func,
// is a router of the paths that begin with argument Path; either is -1 for none.
type RouteGroup struct{ Path, Func int }

// RouteGroups are the calls that make a router below another one.
var RouteGroups = routeGroups()

func routeGroups() map[string]RouteGroup {
	list := map[string]RouteGroup{}
	add := func(types, methods string, g RouteGroup) {
		each([]verbs{{types: types, methods: methods}}, func(name string, _ verbs) { list[name] = g })
	}
	add(ginRouters, "Group", RouteGroup{0, -1})
	add(echoRouters, "Group", RouteGroup{0, -1})
	add(fiberRouters, "Group", RouteGroup{0, -1})
	add("*github.com/gofiber/fiber/v2.App *github.com/gofiber/fiber/v2.Group github.com/gofiber/fiber/v2.Router", "Route", RouteGroup{0, 1})
	add(gorillaRouters, "PathPrefix", RouteGroup{0, -1})
	add(gorillaRouters, "Subrouter Methods Schemes Host Headers Queries Name StrictSlash NewRoute MatcherFunc UseEncodedPath SkipClean", RouteGroup{-1, -1})
	add(chiRouters, "Route", RouteGroup{0, 1})
	add(chiRouters, "Group", RouteGroup{-1, 0})
	add(chiRouters, "With", RouteGroup{-1, -1})
	add("*github.com/fasthttp/router.Router *github.com/fasthttp/router.Group", "Group", RouteGroup{0, -1})
	add("*github.com/prometheus/common/route.Router", "WithPrefix", RouteGroup{0, -1})
	add("*github.com/prometheus/common/route.Router", "WithInstrumentation", RouteGroup{-1, -1})
	return list
}

// RouteRests register argument Arg as what answers where no route does, or all that is
// below a route.
var RouteRests = map[string]struct{ Arg int }{
	"(*github.com/gin-gonic/gin.Engine).NoRoute":          {0},
	"(*github.com/go-chi/chi/v5.Mux).NotFound":            {0},
	"(github.com/go-chi/chi/v5.Router).NotFound":          {0},
	"(*github.com/gorilla/mux.Route).Handler":             {0},
	"(*github.com/gorilla/mux.Route).HandlerFunc":         {0},
	"(*github.com/urfave/negroni.Negroni).UseHandler":     {0},
	"(*github.com/urfave/negroni.Negroni).UseHandlerFunc": {0},
}

// RouterNeutral reports whether a function, by its full name, registers nothing that
// could be a probe, though it is a method of a router or takes one.
func RouterNeutral(name string) bool {
	typ, method, isMethod := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(name, "("), "*"), ").")
	if isMethod {
		return neutralMethods[method] && Routers[typ]
	}
	return neutralFuncs[name]
}

var neutralFuncs = words("google.golang.org/grpc/reflection.Register google.golang.org/grpc/reflection.RegisterV1 net/http.ListenAndServe")

var neutralMethods = words("Use Pre Static StaticFS Serve ServeHTTP ServeDNS Handler Run RunTLS RunListener Start StartTLS StartServer Listen ListenTLS Listener Shutdown ShutdownWithContext ShutdownWithTimeout Close " +
	"GracefulStop Stop SetTrustedProxies LoadHTMLGlob LoadHTMLFiles SetHTMLTemplate SetFuncMap Delims HandleContext NoMethod MethodNotAllowed Middlewares Routes Walk Match " +
	"URLParam Get GetRoute ServeFiles ServeFilesCustom Config Test Stack Server Logger NewContext AcquireContext ReleaseContext RegisterService GetServiceInfo URL Reverse Secure SecureWithBasePath BasePath Vars GetName GetPathTemplate GetError Subrouter UseFunc With Unwrap Hooks")

// ConnectLimits bound, by argument 0, how long an attempt to connect takes.
var ConnectLimits = map[string]bool{
	"(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions).SetServerSelectionTimeout": true,
}

// HealthUpdates change what the health service of gRPC answers.
var HealthUpdates = map[string]bool{
	"(*google.golang.org/grpc/health.Server).Shutdown":         true,
	"(*google.golang.org/grpc/health.Server).SetServingStatus": true,
}

// ReadyRoute reports whether a pattern of a router is that of a readiness probe, with or
// without a method before it.
func ReadyRoute(pattern string) bool {
	_, path, found := strings.Cut(pattern, " ")
	if !found {
		path = pattern
	}
	return ProbePaths[path] == "ready"
}

// SaysReadiness reports whether a function answers readiness probes, going by its name.
func SaysReadiness(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return w == "readiness" || w == "readyz" })
}

// ProbePaths are the paths by which probes usually ask.
var ProbePaths = map[string]string{
	"/healthz": "live", "/livez": "live", "/health": "live", "/live": "live", "/alive": "live", "/ping": "live",
	"/-/healthy": "live", "/_healthz": "live", "/_health": "live", "/__health": "live", "/_status": "live", "/health/live": "live", "/healthcheck": "live", "/healthz/live": "live",
	"/health/liveness": "live", "/liveness": "live", "/api/health": "live", "/api/v2.0/health": "live",
	"/readyz": "ready", "/ready": "ready", "/-/ready": "ready", "/health/ready": "ready", "/readiness": "ready",
	"/healthz/ready": "ready", "/healthz/readiness": "ready", "/health/readiness": "ready",
	"/startupz": "startup", "/startup": "startup", "/health/startup": "startup", "/started": "startup",
}

// LivenessPaths are those of [ProbePaths] that no readiness probe asks.
var LivenessPaths = words("/livez /live /alive /health/live /healthz/live /health/liveness /liveness")

// PlainWords are those of [ProbePaths] that may mean something else below the path of
// an API.
var PlainWords = map[string]bool{"/live": true, "/alive": true, "/startup": true, "/started": true}

// LogBuffers make a logger that buffers lines until it is flushed; it is result Result.
var LogBuffers = map[string]struct{ Result int }{
	"go.uber.org/zap.NewProduction":  {0},
	"go.uber.org/zap.NewDevelopment": {0},
	"go.uber.org/zap.New":            {0},
	"(go.uber.org/zap.Config).Build": {0},
}

// StateReads and StateWrites look at, and change, a state that goroutines share.
var StateReads = map[string]bool{
	"(*sync/atomic.Bool).Load":    true,
	"(*sync/atomic.Int32).Load":   true,
	"(*sync/atomic.Int64).Load":   true,
	"(*sync/atomic.Uint32).Load":  true,
	"(*sync/atomic.Uint64).Load":  true,
	"(*sync/atomic.Value).Load":   true,
	"(*sync/atomic.Pointer).Load": true,
	"sync/atomic.LoadInt32":       true,
	"sync/atomic.LoadInt64":       true,
	"sync/atomic.LoadUint32":      true,
}

// StateWrites are described at [StateReads].
var StateWrites = map[string]bool{
	"(*sync/atomic.Bool).Store":           true,
	"(*sync/atomic.Bool).Swap":            true,
	"(*sync/atomic.Bool).CompareAndSwap":  true,
	"(*sync/atomic.Int32).Store":          true,
	"(*sync/atomic.Int32).Swap":           true,
	"(*sync/atomic.Int32).CompareAndSwap": true,
	"(*sync/atomic.Int64).Store":          true,
	"(*sync/atomic.Uint32).Store":         true,
	"(*sync/atomic.Uint64).Store":         true,
	"(*sync/atomic.Value).Store":          true,
	"(*sync/atomic.Pointer).Store":        true,
	"sync/atomic.StoreInt32":              true,
	"sync/atomic.StoreInt64":              true,
	"sync/atomic.StoreUint32":             true,
	"sync/atomic.CompareAndSwapInt32":     true,
}

// AtomicPuts store a value that others read.
var AtomicPuts = words("(*sync/atomic.Value).Store (*sync/atomic.Pointer).Store (*sync/atomic.Value).Swap (*sync/atomic.Pointer).Swap")

// Asks, beside [Sends], ask another machine whether it is there.
var Asks = map[string]bool{
	"(*database/sql.DB).Ping":                             true,
	"(*database/sql.DB).PingContext":                      true,
	"(*go.mongodb.org/mongo-driver/mongo.Client).Ping":    true,
	"(*go.mongodb.org/mongo-driver/v2/mongo.Client).Ping": true,
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Ping":        true,
	"(github.com/redis/go-redis/v9.cmdable).Ping":         true,
	"(github.com/redis/go-redis/v9.Cmdable).Ping":         true,
	"(*github.com/gobuffalo/pop/v6.Connection).Open":      true,
}

// Connects open a connection of their own protocol to another machine.
var Connects = words("net.Dial net.DialTimeout (*net.Dialer).Dial (*net.Dialer).DialContext crypto/tls.Dial crypto/tls.DialWithDialer (*crypto/tls.Dialer).DialContext")

// Persists write to disk what was in memory.
var Persists = map[string]bool{
	"os.WriteFile":    true,
	"os.Rename":       true,
	"(*os.File).Sync": true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.WriteFile": true,
}
