package catalog

import "slices"

// PathTests compare argument 0 with argument 1, in part or as a whole.
var PathTests = map[string]bool{
	"strings.HasPrefix": true,
	"strings.HasSuffix": true,
	"strings.EqualFold": true,
	"strings.Contains":  true,
	"bytes.HasPrefix":   true,
	"bytes.HasSuffix":   true,
	"bytes.Equal":       true,
}

// PathJoins return a path that ends with the last argument.
var PathJoins = map[string]bool{"path.Join": true, "path/filepath.Join": true}

// PathForms return argument 0 in another form.
var PathForms = map[string]bool{
	"strings.TrimSuffix": true,
	"strings.TrimPrefix": true,
	"strings.TrimRight":  true,
	"strings.TrimLeft":   true,
	"strings.Trim":       true,
	"strings.ToLower":    true,
	"path.Clean":         true,
}

// RequestPaths are the fields and methods with the path of a request, ServerHandlers
// the fields with what answers requests.
var (
	RequestPaths = map[string]bool{
		"net/url.URL.Path":                               true,
		"net/http.Request.RequestURI":                    true,
		"(*net/url.URL).EscapedPath":                     true,
		"(*net/url.URL).RequestURI":                      true,
		"(*github.com/valyala/fasthttp.RequestCtx).Path": true,
		"(*github.com/valyala/fasthttp.URI).Path":        true,
		"(*github.com/gofiber/fiber/v2.Ctx).Path":        true,
		"(github.com/gofiber/fiber/v3.Ctx).Path":         true,
	}
	ServerHandlers = map[string]bool{
		"net/http.Server.Handler":                    true,
		"github.com/valyala/fasthttp.Server.Handler": true,
	}
)

// ResponseWriters are the types to which a handler writes what it answers.
var ResponseWriters = map[string]bool{
	"net/http.ResponseWriter":                 true,
	"github.com/valyala/fasthttp.RequestCtx":  true,
	"github.com/gin-gonic/gin.Context":        true,
	"github.com/gin-gonic/gin.ResponseWriter": true,
	"github.com/labstack/echo/v4.Context":     true,
	"github.com/gofiber/fiber/v2.Ctx":         true,
}

// Routers are types that answer by the routes which are registered with them, and by
// nothing else.
var Routers = map[string]bool{
	"net/http.ServeMux":                          true,
	"github.com/gin-gonic/gin.Engine":            true,
	"github.com/gin-gonic/gin.RouterGroup":       true,
	"github.com/gin-gonic/gin.IRouter":           true,
	"github.com/gin-gonic/gin.IRoutes":           true,
	"github.com/labstack/echo/v4.Echo":           true,
	"github.com/labstack/echo/v4.Group":          true,
	"github.com/gofiber/fiber/v2.App":            true,
	"github.com/gofiber/fiber/v2.Group":          true,
	"github.com/gofiber/fiber/v2.Router":         true,
	"github.com/gofiber/fiber/v3.App":            true,
	"github.com/gofiber/fiber/v3.Group":          true,
	"github.com/gofiber/fiber/v3.Router":         true,
	"github.com/gorilla/mux.Router":              true,
	"github.com/gorilla/mux.Route":               true,
	"github.com/go-chi/chi/v5.Mux":               true,
	"github.com/go-chi/chi/v5.Router":            true,
	"github.com/go-chi/chi.Mux":                  true,
	"github.com/go-chi/chi.Router":               true,
	"github.com/julienschmidt/httprouter.Router": true,
	"github.com/fasthttp/router.Router":          true,
	"github.com/fasthttp/router.Group":           true,
	"github.com/urfave/negroni.Negroni":          true,
	"github.com/prometheus/common/route.Router":  true,
	"google.golang.org/grpc.Server":              true,
}

// Leaves of the tree of handlers choose nothing by the path that could be a probe.
var LeafHandlers = map[string]bool{
	"net/http.FileServer":                                                true,
	"net/http.FileServerFS":                                              true,
	"net/http.NotFoundHandler":                                           true,
	"net/http.RedirectHandler":                                           true,
	"net/http/httputil.NewSingleHostReverseProxy":                        true,
	"net/http/httputil.ReverseProxy":                                     true,
	"net/http/pprof.Handler":                                             true,
	"github.com/prometheus/client_golang/prometheus/promhttp.Handler":    true,
	"github.com/prometheus/client_golang/prometheus/promhttp.HandlerFor": true,
	"expvar.Handler":                                                     true,
	"github.com/swaggo/gin-swagger.WrapHandler":                          true,
	"github.com/swaggo/gin-swagger.CustomWrapHandler":                    true,
	"github.com/swaggo/http-swagger.Handler":                             true,
	"github.com/swaggo/http-swagger/v2.Handler":                          true,
	"github.com/swaggo/echo-swagger.EchoWrapHandler":                     true,
	"github.com/prometheus/exporter-toolkit/web.NewLandingPage":          true,
}

// HandlerWrappers return a handler that passes requests on to the one in argument Arg, or
// answers them all alike.
var HandlerWrappers = map[string]struct{ Arg int }{
	"net/http.TimeoutHandler":                                                           {0},
	"net/http.MaxBytesHandler":                                                          {0},
	"net/http.AllowQuerySemicolons":                                                     {0},
	"net/http.StripPrefix":                                                              {1},
	"golang.org/x/net/http2/h2c.NewHandler":                                             {0},
	"github.com/gorilla/handlers.LoggingHandler":                                        {1},
	"github.com/gorilla/handlers.CombinedLoggingHandler":                                {1},
	"github.com/gorilla/handlers.CustomLoggingHandler":                                  {1},
	"github.com/gorilla/handlers.CompressHandler":                                       {0},
	"github.com/gorilla/handlers.ProxyHeaders":                                          {0},
	"github.com/mtlynch/gorilla-handlers.LoggingHandler":                                {1},
	"github.com/mtlynch/gorilla-handlers.ProxyIPHeadersHandler":                         {0},
	"github.com/NYTimes/gziphandler.GzipHandler":                                        {0},
	"(*github.com/rs/cors.Cors).Handler":                                                {0},
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewHandler":          {0},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentMetricHandler":   {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentHandlerDuration": {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentHandlerCounter":  {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentHandlerInFlight": {1},
	"(*golang.org/x/crypto/acme/autocert.Manager).HTTPHandler":                          {0},
}

// ErrorMakers return an error that is never nil.
var ErrorMakers = map[string]bool{
	"fmt.Errorf":                           true,
	"errors.New":                           true,
	"github.com/pkg/errors.New":            true,
	"github.com/pkg/errors.Errorf":         true,
	"google.golang.org/grpc/status.Error":  true,
	"google.golang.org/grpc/status.Errorf": true,
}

// LocalStores are types of stores in files of this machine: to open them dials nothing.
var LocalStores = map[string]bool{
	"os.File":                               true,
	"go.etcd.io/bbolt.DB":                   true,
	"github.com/blevesearch/bleve/v2.Index": true,
}

// LocalDrivers are the names of drivers of database/sql, and the packages of gorm's,
// that keep what they store in files of this machine.
var LocalDrivers = map[string]bool{"sqlite": true, "sqlite3": true, "duckdb": true, "ql": true}

// A Work is what a handler is called for: One names it, Does says what arrives.
type Work struct{ One, Does string }

// The kinds of work. A session is a connection over which requests come.
var (
	Request = Work{"request", "requests arrive"}
	Job     = Work{"job", "the scheduler runs it"}
	message = Work{"message", "messages arrive"}
	session = Work{"connection", "connections arrive"}
	change  = Work{"change of the configuration file", "changes arrive"}

	peerEvent = Work{"event of a peer", "its events arrive"}

	Item = Work{"item", "the goroutine receives items"}
	Pass = Work{"periodic pass", "a goroutine works periodically"}
)

// HandledParams are types of parameters that only handlers have, and what they handle.
var HandledParams = map[string]Work{
	"net/http.ResponseWriter":                     Request,
	"github.com/gin-gonic/gin.Context":            Request,
	"github.com/labstack/echo/v4.Context":         Request,
	"github.com/gofiber/fiber/v2.Ctx":             Request,
	"github.com/gofiber/fiber/v3.Ctx":             Request,
	"github.com/valyala/fasthttp.RequestCtx":      Request,
	"github.com/gorilla/mux.RouteMatch":           Request,
	"github.com/julienschmidt/httprouter.Params":  Request,
	"github.com/emicklei/go-restful/v3.Request":   Request,
	"golang.org/x/net/websocket.Conn":             session,
	"github.com/gliderlabs/ssh.Session":           session,
	"github.com/nats-io/nats.go.Msg":              message,
	"github.com/nats-io/nats.go/jetstream.Msg":    message,
	"github.com/eclipse/paho.mqtt.golang.Message": message,
	"github.com/IBM/sarama.ConsumerGroupClaim":    message,
	"github.com/rabbitmq/amqp091-go.Delivery":     message,
	"github.com/streadway/amqp.Delivery":          message,
	"cloud.google.com/go/pubsub.Message":          message,
	"github.com/nsqio/go-nsq.Message":             message,
	"github.com/hibiken/asynq.Task":               Job,
}

// Schedulers are calls that are given functions which they run at times, and what makes them run.
var Schedulers = func() map[string]Work {
	rows := map[string]Work{
		"(*github.com/robfig/cron/v3.Cron).AddFunc":           Job,
		"(*github.com/robfig/cron/v3.Cron).AddJob":            Job,
		"github.com/robfig/cron/v3.FuncJob":                   Job,
		"github.com/spf13/viper.OnConfigChange":               change,
		"(*github.com/spf13/viper.Viper).OnConfigChange":      change,
		"(*github.com/knadh/koanf/providers/file.File).Watch": change,
	}
	for _, pion := range []string{"github.com/pion/webrtc/v3", "github.com/pion/webrtc/v4"} {
		for event := range words("OnConnectionStateChange OnICEConnectionStateChange OnICEGatheringStateChange OnSignalingStateChange OnICECandidate OnDataChannel OnNegotiationNeeded OnTrack") {
			rows["(*"+pion+".PeerConnection)."+event] = peerEvent
		}
		for event := range words("OnOpen OnClose OnMessage OnError OnBufferedAmountLow") {
			rows["(*"+pion+".DataChannel)."+event] = peerEvent
		}
	}
	return rows
}()

// exitWords are words of functions that are there to end the process.
var exitWords = words("exit quit kill shutdown stop restart reboot terminate die upgrade abort panic crash halt fatal")

// ForEnding reports whether a function is there to end the process, going by its name.
func ForEnding(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return exitWords[w] })
}

// A Pooled is the type of an object that a server gives to a handler, and gives to the handler
// of another request when that returns. Copy is the method that returns one which stays, and
// Reads are those that the copy has, too; the rest answers the request. Only is the field that
// the server takes back, where it is not the whole object.
type Pooled struct {
	Copy  string
	Reads map[string]bool
	Only  string
}

var ginReads = map[string]bool{
	"Request": true, "Param": true, "Params": true, "Query": true, "DefaultQuery": true, "GetQuery": true, "GetHeader": true, "ClientIP": true,
	"Get": true, "MustGet": true, "GetString": true, "GetInt": true, "GetBool": true, "FullPath": true, "Value": true, "PostForm": true,
}

// PooledParams are the types.
var PooledParams = map[string]Pooled{
	"github.com/gin-gonic/gin.Context":       {Copy: "Copy", Reads: ginReads},
	"github.com/labstack/echo/v4.Context":    {},
	"github.com/gofiber/fiber/v2.Ctx":        {},
	"github.com/gofiber/fiber/v3.Ctx":        {},
	"github.com/valyala/fasthttp.RequestCtx": {},
	"net/http.ResponseWriter":                {},
	"net/http.Request":                       {Only: "Body"},
}

// Wrappers return what reads an argument later.
var Wrappers = words(`net/http.MaxBytesReader io.LimitReader io.TeeReader io.NopCloser bufio.NewReader bufio.NewReaderSize bufio.NewScanner
	encoding/json.NewDecoder encoding/xml.NewDecoder encoding/csv.NewReader io.MultiReader`)

// A ReadinessCall tells load balancers whether the service takes requests: by its argument Status, a
// serving status of grpc_health_v1, or, where that is 0, always the same.
type ReadinessCall struct {
	Status int
	Ready  bool
}

// ReadinessCalls are calls of health servers.
var ReadinessCalls = map[string]ReadinessCall{
	"(*google.golang.org/grpc/health.Server).SetServingStatus": {Status: 1},
	"(*google.golang.org/grpc/health.Server).Shutdown":         {},
	"(*google.golang.org/grpc/health.Server).Resume":           {Ready: true},
}

// EventCallbacks are calls that register a function which is called once for each of many events, one after the
// other.
var EventCallbacks = map[string]bool{
	"(*github.com/pion/webrtc/v4.DataChannel).OnMessage":                     true,
	"(*github.com/pion/webrtc/v4.DataChannel).OnError":                       true,
	"(*github.com/pion/webrtc/v4.DataChannel).OnBufferedAmountLow":           true,
	"(*github.com/pion/webrtc/v4.PeerConnection).OnDataChannel":              true,
	"(*github.com/pion/webrtc/v4.PeerConnection).OnTrack":                    true,
	"(*github.com/pion/webrtc/v4.PeerConnection).OnConnectionStateChange":    true,
	"(*github.com/pion/webrtc/v4.PeerConnection).OnICEConnectionStateChange": true,
	"(*github.com/pion/webrtc/v4.PeerConnection).OnSignalingStateChange":     true,
	"(*github.com/nats-io/nats.go.Conn).Subscribe":                           true,
	"(*github.com/nats-io/nats.go.Conn).QueueSubscribe":                      true,
	"(*github.com/gorilla/websocket.Conn).SetPongHandler":                    true,
	"(*github.com/gorilla/websocket.Conn).SetPingHandler":                    true,
	"(github.com/eclipse/paho.mqtt.golang.Client).Subscribe":                 true,
}
