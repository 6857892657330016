package catalog

import "slices"

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

// Exits end the process without running deferred calls. Logs is set when they
// log their arguments first; Flushes is the method of the receiver's that they
// call before they exit.
var Exits = map[string]struct {
	Logs    bool
	Flushes string
}{
	"os.Exit":                                     {},
	"syscall.Exit":                                {},
	"log.Fatal":                                   {Logs: true},
	"log.Fatalf":                                  {Logs: true},
	"log.Fatalln":                                 {Logs: true},
	"(*log.Logger).Fatal":                         {Logs: true},
	"(*log.Logger).Fatalf":                        {Logs: true},
	"(*log.Logger).Fatalln":                       {Logs: true},
	"(*go.uber.org/zap.Logger).Fatal":             {Logs: true, Flushes: "Sync"},
	"(*go.uber.org/zap.SugaredLogger).Fatal":      {Logs: true, Flushes: "Sync"},
	"(*go.uber.org/zap.SugaredLogger).Fatalf":     {Logs: true, Flushes: "Sync"},
	"(*go.uber.org/zap.SugaredLogger).Fatalw":     {Logs: true, Flushes: "Sync"},
	"github.com/sirupsen/logrus.Fatal":            {Logs: true},
	"github.com/sirupsen/logrus.Fatalf":           {Logs: true},
	"github.com/sirupsen/logrus.Fatalln":          {Logs: true},
	"(*github.com/sirupsen/logrus.Logger).Fatal":  {Logs: true},
	"(*github.com/sirupsen/logrus.Logger).Fatalf": {Logs: true},
	"(*github.com/sirupsen/logrus.Entry).Fatal":   {Logs: true},
	"(*github.com/sirupsen/logrus.Entry).Fatalf":  {Logs: true},
	"k8s.io/klog/v2.Fatal":                        {Logs: true},
	"k8s.io/klog/v2.Fatalf":                       {Logs: true},
	"k8s.io/klog/v2.Exit":                         {Logs: true},
	"k8s.io/klog/v2.Exitf":                        {Logs: true},
}

// ExitChains are calls that end the process where the chain of calls they end begins with one
// of ExitChainStarts.
var (
	ExitChains = map[string]bool{
		"(*github.com/rs/zerolog.Event).Msg":  true,
		"(*github.com/rs/zerolog.Event).Msgf": true,
		"(*github.com/rs/zerolog.Event).Send": true,
	}
	ExitChainStarts = map[string]bool{
		"(*github.com/rs/zerolog.Logger).Fatal": true,
		"github.com/rs/zerolog/log.Fatal":       true,
	}
)

// WithoutExit are the functions that log as those of [Exits] do, and do not exit: by the same
// path with another last name.
var WithoutExit = map[string]string{
	"(*github.com/rs/zerolog.Logger).Fatal":       "Error",
	"github.com/rs/zerolog/log.Fatal":             "Error",
	"log.Fatal":                                   "Print",
	"log.Fatalf":                                  "Printf",
	"log.Fatalln":                                 "Println",
	"(*log.Logger).Fatal":                         "Print",
	"(*log.Logger).Fatalf":                        "Printf",
	"(*log.Logger).Fatalln":                       "Println",
	"(*go.uber.org/zap.Logger).Fatal":             "Error",
	"(*go.uber.org/zap.SugaredLogger).Fatal":      "Error",
	"(*go.uber.org/zap.SugaredLogger).Fatalf":     "Errorf",
	"(*go.uber.org/zap.SugaredLogger).Fatalw":     "Errorw",
	"github.com/sirupsen/logrus.Fatal":            "Error",
	"github.com/sirupsen/logrus.Fatalf":           "Errorf",
	"github.com/sirupsen/logrus.Fatalln":          "Errorln",
	"(*github.com/sirupsen/logrus.Logger).Fatal":  "Error",
	"(*github.com/sirupsen/logrus.Logger).Fatalf": "Errorf",
	"(*github.com/sirupsen/logrus.Entry).Fatal":   "Error",
	"(*github.com/sirupsen/logrus.Entry).Fatalf":  "Errorf",
	"k8s.io/klog/v2.Fatal":                        "Error",
	"k8s.io/klog/v2.Fatalf":                       "Errorf",
}

// GoneWithProcess are calls that need not run when the process ends: what they
// undo ends with it.
var GoneWithProcess = map[string]bool{
	"(*sync.Mutex).Unlock":                    true,
	"(*sync.RWMutex).Unlock":                  true,
	"(*sync.RWMutex).RUnlock":                 true,
	"(sync.Locker).Unlock":                    true,
	"(*sync.WaitGroup).Done":                  true,
	"(*sync.WaitGroup).Wait":                  true,
	"(*time.Ticker).Stop":                     true,
	"(*time.Timer).Stop":                      true,
	"os/signal.Stop":                          true,
	"(*database/sql.Rows).Close":              true,
	"(*database/sql.Stmt).Close":              true,
	"(*net/http.Client).CloseIdleConnections": true,
	"(*net/http/httptest.Server).Close":       true,
	"k8s.io/klog/v2.Flush":                    true, // its exits flush
}

// KernelCloses close what the kernel closes as well when the process ends. What is lost are
// the errors, and the farewell to the other side.
var KernelCloses = map[string]bool{
	"(*os.File).Close":                                    true,
	"(io.Closer).Close":                                   true,
	"(net.Conn).Close":                                    true,
	"(net.Listener).Close":                                true,
	"(*net.conn).Close":                                   true,
	"(*google.golang.org/grpc.ClientConn).Close":          true,
	"(*github.com/gorilla/websocket.Conn).Close":          true,
	"(*github.com/redis/go-redis/v9.ClusterClient).Close": true,
	"(*github.com/redis/go-redis/v9.Client).Close":        true,
	"(*github.com/go-redis/redis/v8.ClusterClient).Close": true,
	"(*github.com/go-redis/redis/v8.baseClient).Close":    true,
	"(*database/sql.DB).Close":                            true, // a pool of connections
	"(*database/sql.Conn).Close":                          true,
	"(*github.com/jackc/pgx/v4.Conn).Close":               true,
	"(*github.com/jackc/pgx/v4/pgxpool.Pool).Close":       true,
	"(*github.com/jackc/pgx/v5.Conn).Close":               true,
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Close":       true,
}

// OpensToWrite open a file to write to it.
var OpensToWrite = map[string]bool{"os.Create": true, "os.CreateTemp": true}

// CancelTypes are functions that end a context, which does nothing for a
// process that ends.
var CancelTypes = map[string]bool{
	"context.CancelFunc":      true,
	"context.CancelCauseFunc": true,
}

// SilentPackages only print, format and tell the time.
var SilentPackages = map[string]bool{
	"fmt":     true,
	"time":    true,
	"errors":  true,
	"strings": true,
	"strconv": true,
	"runtime": true,
}

// Removes take the file away whose name they are given.
var Removes = map[string]bool{"os.Remove": true, "os.RemoveAll": true}

// FileTests ask whether the file is there whose name they are given.
var FileTests = map[string]bool{"os.Stat": true, "os.Lstat": true}

// MemoryPackages work on the memory of the process only.
var MemoryPackages = map[string]bool{
	"sync":          true,
	"sync/atomic":   true,
	"runtime/debug": true,
	"expvar":        true,
	"math":          true,
	"math/bits":     true,
	"math/rand":     true,
	"sort":          true,
	"slices":        true,
	"maps":          true,
	"bytes":         true,
	"unicode":       true,
	"context":       true,
}

// MetricPackages count and measure, in memory.
var MetricPackages = map[string]bool{
	"github.com/armon/go-metrics":                    true,
	"github.com/hashicorp/go-metrics":                true,
	"github.com/prometheus/client_golang/prometheus": true,
	"go.opencensus.io/stats":                         true,
	"go.opentelemetry.io/otel/metric":                true,
}

// RuntimePackages work on what exists until the process exits: the runtime, and the
// connection to the service manager.
var RuntimePackages = map[string]bool{"runtime/debug": true, "github.com/coreos/go-systemd/v22/daemon": true}

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

// ServerCloses end serving without waiting for the requests in flight.
var ServerCloses = map[string]bool{
	"(*net/http.Server).Close":                  true,
	"(*google.golang.org/grpc.Server).Stop":     true,
	"(*github.com/labstack/echo/v4.Echo).Close": true,
}

// A Drained connection delivers messages to handlers: those that wait for a handler are dropped by its Close,
// and handled by the methods in Drains.
type Drained struct {
	Drains     map[string]bool
	Subscribes map[string]bool // what makes it deliver messages
	Shares     map[string]bool // those of them that share the messages with other processes: no other one gets them
}

// ConnCloses are methods that close such connections.
var ConnCloses = map[string]Drained{
	"(*github.com/nats-io/nats.go.Conn).Close": {
		Drains: words("(*github.com/nats-io/nats.go.Conn).Drain (*github.com/nats-io/nats.go.Subscription).Drain"),
		Subscribes: words("(*github.com/nats-io/nats.go.Conn).Subscribe (*github.com/nats-io/nats.go.Conn).ChanSubscribe " +
			"(*github.com/nats-io/nats.go.Conn).QueueSubscribe (*github.com/nats-io/nats.go.Conn).ChanQueueSubscribe"),
		Shares: words("(*github.com/nats-io/nats.go.Conn).QueueSubscribe (*github.com/nats-io/nats.go.Conn).ChanQueueSubscribe"),
	},
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

// ProfileEnds write down what was measured of a run.
var ProfileEnds = map[string]bool{
	"runtime/pprof.StopCPUProfile":   true,
	"runtime/pprof.WriteHeapProfile": true,
	"runtime/trace.Stop":             true,
}

// StoreReleases close what others may still be using: every use after it fails.
var StoreReleases = map[string]bool{
	"(*database/sql.DB).Close":                                  true,
	"(*database/sql.Conn).Close":                                true,
	"(*os.File).Close":                                          true,
	"(*go.mongodb.org/mongo-driver/mongo.Client).Disconnect":    true,
	"(*go.mongodb.org/mongo-driver/v2/mongo.Client).Disconnect": true,
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Close":             true,
	"(*github.com/jackc/pgx/v5.Conn).Close":                     true,
	"(*go.etcd.io/etcd/client/v3.Client).Close":                 true,
	"(*github.com/gomodule/redigo/redis.Pool).Close":            true,
	"(github.com/redis/go-redis/v9.UniversalClient).Close":      true,
	"(*github.com/redis/go-redis/v9.Client).Close":              true,
	"(*github.com/redis/go-redis/v9.baseClient).Close":          true,
	"(*github.com/redis/go-redis/v9.ClusterClient).Close":       true,
	"(github.com/go-redis/redis/v8.UniversalClient).Close":      true,
	"(*github.com/go-redis/redis/v8.baseClient).Close":          true,
	"(*github.com/go-redis/redis/v8.ClusterClient).Close":       true,
	"(github.com/redis/rueidis.CoreClient).Close":               true,
	"(*github.com/jackc/pgx/v4/pgxpool.Pool).Close":             true,
	"(*github.com/jackc/pgx/v4.Conn).Close":                     true,
	"(*github.com/gocql/gocql.Session).Close":                   true,
	"(*go.etcd.io/bbolt.DB).Close":                              true,
	"(github.com/IBM/sarama.SyncProducer).Close":                true,
	"(github.com/IBM/sarama.AsyncProducer).Close":               true,
	"(github.com/IBM/sarama.Client).Close":                      true,
	"(github.com/Shopify/sarama.SyncProducer).Close":            true,
	"(github.com/Shopify/sarama.AsyncProducer).Close":           true,
	"(*github.com/twmb/franz-go/pkg/kgo.Client).Close":          true,
	"(*github.com/nats-io/nats.go.Conn).Close":                  true,
	"(*github.com/rabbitmq/amqp091-go.Connection).Close":        true,
	"(*github.com/streadway/amqp.Connection).Close":             true,
	"(*google.golang.org/grpc.ClientConn).Close":                true,
	"(*github.com/segmentio/kafka-go.Writer).Close":             true,
}

// OwnCertificates are packages with which a server gets its certificates by
// itself, for the names under which clients reach it.
var OwnCertificates = map[string]bool{
	"golang.org/x/crypto/acme/autocert": true,
	"github.com/caddyserver/certmagic":  true,
}

// Flushes send or write out what they have kept, and what is lost without them.
// Of the many calls that close something of another module's, these are the ones
// that are known to.
var Flushes = map[string]bool{
	"(*github.com/segmentio/kafka-go.Writer).Close":    true,
	"(github.com/IBM/sarama.AsyncProducer).Close":      true,
	"(*github.com/twmb/franz-go/pkg/kgo.Client).Flush": true,
	"(*github.com/nats-io/nats.go.Conn).Drain":         true,
	"(*github.com/nats-io/nats.go.Conn).Flush":         true,
	"(*cloud.google.com/go/pubsub.Topic).Stop":         true,
}

// LogFlushes write out what a logger has kept. The logger is the receiver.
var LogFlushes = map[string]bool{
	"(*go.uber.org/zap.Logger).Sync":        true,
	"(*go.uber.org/zap.SugaredLogger).Sync": true,
}

// LogOutputs set what the functions of their package log to.
var LogOutputs = map[string]bool{
	"log.SetOutput":                        true,
	"log/slog.SetDefault":                  true,
	"github.com/sirupsen/logrus.SetOutput": true,
}

// LogSinks keep what is logged until they are flushed.
var LogSinks = map[string]bool{
	"go.uber.org/zap/zapcore.BufferedWriteSyncer": true,
}

// FailsByConstants are functions whose error depends on their argument Arg alone: where that
// is a constant they fail at each start of the program, or never. Arg is -1 for those whose
// arguments a program fixes, whatever they are.
var FailsByConstants = map[string]struct{ Arg int }{
	"regexp.Compile":                  {0},
	"net/url.Parse":                   {0},
	"(*text/template.Template).Parse": {0},
	"(*html/template.Template).Parse": {0},
	"github.com/prometheus/exporter-toolkit/web.NewLandingPage": {-1},
}

// PIDFile reports whether a package or type is about the file with the number of a process,
// going by its name. A file that remains names a process that has exited, which its readers
// test.
func PIDFile(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return w == "pidfile" || w == "pid" })
}

// Prints write text to the output of the program, most often.
var Prints = map[string]bool{
	"fmt.Print": true, "fmt.Printf": true, "fmt.Println": true,
	"fmt.Fprint": true, "fmt.Fprintf": true, "fmt.Fprintln": true,
}

// ErrorPackages have functions that make errors, and do no work.
var ErrorPackages = map[string]bool{"errors": true, "fmt": true, "github.com/pkg/errors": true}
