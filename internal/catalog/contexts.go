package catalog

// ContextCarriers are types that carry a context, and the selector of it: the text that
// follows the value.
var ContextCarriers = map[string]string{
	"net/http.Request":                    ".Context()",
	"github.com/gin-gonic/gin.Context":    ".Request.Context()",
	"github.com/labstack/echo/v4.Context": ".Request().Context()",
	"github.com/gofiber/fiber/v2.Ctx":     ".UserContext()",
	"github.com/gofiber/fiber/v3.Ctx":     ".Context()",
	"github.com/spf13/cobra.Command":      ".Context()",
	"github.com/urfave/cli/v2.Context":    ".Context",
}

// RootCarriers make carriers whose context is a root: no server handles these requests.
var RootCarriers = map[string]bool{
	"net/http.ReadRequest": true,
	"net/http.NewRequest":  true,
}

// StartParams are types of parameters which only a method that starts something has, with when the
// context beside it ends.
var StartParams = map[string]string{
	"go.opentelemetry.io/collector/component.Host": "all components have started",
}

// StartHooks are fields whose function starts something, with when the context ends that it is passed.
var StartHooks = map[string]string{
	"go.uber.org/fx.Hook.OnStart": "all OnStart hooks have run",
}

// HandlerContexts return the context of a request, which ends when its handler returns.
var HandlerContexts = map[string]bool{
	"(*net/http.Request).Context":                   true,
	"(google.golang.org/grpc.ServerStream).Context": true,
}

// CommandCarriers are carriers whose context never ends, unless the program runs its
// commands with one of its own.
var CommandCarriers = map[string]bool{
	"github.com/spf13/cobra.Command":   true,
	"github.com/urfave/cli/v2.Context": true,
}

// CommandRunners run commands with a context that the caller gives.
var CommandRunners = map[string]bool{
	"(*github.com/spf13/cobra.Command).ExecuteContext":  true,
	"(*github.com/spf13/cobra.Command).ExecuteContextC": true,
	"(*github.com/spf13/cobra.Command).SetContext":      true,
	"(*github.com/urfave/cli/v2.App).RunContext":        true,
}

// OnceOnly exchange what can be used once: if the call is canceled, it is lost, and the
// caller has to start again.
var OnceOnly = map[string]bool{
	"(*golang.org/x/oauth2.Config).Exchange": true,
}

// ForeignChanges are methods of other modules that change what lasts. Those of the module
// itself are known by their names, and by what they call.
var ForeignChanges = map[string]bool{
	"(sigs.k8s.io/controller-runtime/pkg/client.Writer).Create":      true,
	"(sigs.k8s.io/controller-runtime/pkg/client.Writer).Update":      true,
	"(sigs.k8s.io/controller-runtime/pkg/client.Writer).Patch":       true,
	"(sigs.k8s.io/controller-runtime/pkg/client.Writer).Delete":      true,
	"(sigs.k8s.io/controller-runtime/pkg/client.Writer).DeleteAllOf": true,
}

// ContextMethods return the context of what they are called on. Types that embed
// the owner count too, as the streams do which grpc generates.
var ContextMethods = map[string]bool{
	"(google.golang.org/grpc.ServerStream).Context": true,
}

// ContextReaders are packages whose functions take a context for its values
// alone: loggers, traces, metrics, metadata, encoders that work in memory.
var ContextReaders = map[string]bool{
	"log/slog":                               true,
	"runtime/pprof":                          true,
	"runtime/trace":                          true,
	"github.com/rs/zerolog":                  true,
	"github.com/rs/zerolog/log":              true,
	"github.com/sirupsen/logrus":             true,
	"github.com/go-logr/logr":                true,
	"github.com/goccy/go-json":               true,
	"k8s.io/klog/v2":                         true,
	"go.opentelemetry.io/otel/trace":         true,
	"go.opentelemetry.io/otel/baggage":       true,
	"go.opentelemetry.io/otel/log":           true,
	"go.opentelemetry.io/otel/metric":        true,
	"go.opentelemetry.io/otel/propagation":   true,
	"google.golang.org/grpc/metadata":        true,
	"google.golang.org/grpc/peer":            true,
	"github.com/go-playground/validator/v10": true,
}

// ContextSeldomAsked are functions with a variant whose context ends nothing as the receiver usually is: a
// pool of redigo asks for it while it waits for a connection, which it does only with Wait, and when it
// dials with DialContext.
var ContextSeldomAsked = map[string]bool{
	"(*github.com/gomodule/redigo/redis.Pool).Get": true,
}

// ContextQueues are types whose methods note what is to be sent, whatever context they
// get, and the method that sends it.
var ContextQueues = map[string]string{
	"github.com/redis/go-redis/v9.Pipeliner": "Exec",
	"github.com/redis/go-redis/v9.Pipeline":  "Exec",
	"github.com/go-redis/redis/v8.Pipeliner": "Exec",
	"github.com/go-redis/redis/v8.Pipeline":  "Exec",
}

// ContextSpenders look as if they kept the context they take, for a value they
// return or a goroutine they start, and yet it is that of one piece of work.
var ContextSpenders = map[string]bool{
	"(*google.golang.org/grpc.ClientConn).Invoke":         true,
	"(google.golang.org/grpc.ClientConnInterface).Invoke": true,
	"net/http.NewRequestWithContext":                      true,
	"os/exec.CommandContext":                              true,
	"(*database/sql.DB).BeginTx":                          true,
	"(*database/sql.DB).Conn":                             true,
	"(*database/sql.DB).ExecContext":                      true,
	"(*database/sql.DB).PingContext":                      true,
	"(*database/sql.DB).PrepareContext":                   true,
	"(*database/sql.DB).QueryContext":                     true,
	"(*database/sql.DB).QueryRowContext":                  true,
	"(*database/sql.Conn).BeginTx":                        true,
	"(*database/sql.Conn).ExecContext":                    true,
	"(*database/sql.Conn).QueryContext":                   true,
	"(*database/sql.Conn).QueryRowContext":                true,
	"(*database/sql.Tx).ExecContext":                      true,
	"(*database/sql.Tx).QueryContext":                     true,
	"(*database/sql.Tx).QueryRowContext":                  true,
	"(*database/sql.Stmt).ExecContext":                    true,
	"(*database/sql.Stmt).QueryContext":                   true,
	"(*database/sql.Stmt).QueryRowContext":                true,
}

// ContextDetaches make a context that does not end when the one does that they
// are given.
var ContextDetaches = map[string]bool{
	"context.WithoutCancel":                                   true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Detach": true,
}

// BoundedCalls take a context and a limit of their own, after which they return
// whatever the context does.
var BoundedCalls = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Terminate":    true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.TerminatePID": true,
	"(*golang.org/x/time/rate.Limiter).Wait":                        true, // what the rate allows
	"(*golang.org/x/time/rate.Limiter).WaitN":                       true,
}

// SharedCalls run the function passed as argument Arg once for all callers at the same
// time. Async ones continue after the first caller has returned.
var SharedCalls = map[string]struct {
	Arg   int
	Async bool
}{
	"(*golang.org/x/sync/singleflight.Group).Do":            {Arg: 1},
	"(*golang.org/x/sync/singleflight.Group).DoChan":        {Arg: 1, Async: true},
	"(*github.com/golang/groupcache/singleflight.Group).Do": {Arg: 1},
}

// ContextBound are the functions whose result works no longer than the context it was
// made with, with what it is.
var ContextBound = map[string]string{
	"(*database/sql.DB).BeginTx":                                  "tx",
	"(*database/sql.Conn).BeginTx":                                "tx",
	"(*database/sql.DB).QueryContext":                             "rows",
	"(*database/sql.Conn).QueryContext":                           "rows",
	"(*database/sql.Stmt).QueryContext":                           "rows",
	"(*database/sql.Tx).QueryContext":                             "rows",
	"(*github.com/jmoiron/sqlx.DB).BeginTxx":                      "tx",
	"(*github.com/jmoiron/sqlx.DB).QueryxContext":                 "rows",
	"(*github.com/jackc/pgx/v5.Conn).Query":                       "rows",
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Query":               "rows",
	"net/http.NewRequestWithContext":                              "request",
	"(*google.golang.org/grpc.ClientConn).NewStream":              "stream",
	"os/exec.CommandContext":                                      "process",
	"(*golang.org/x/oauth2.Config).Client":                        "tokens",
	"(*golang.org/x/oauth2.Config).TokenSource":                   "tokens",
	"(*golang.org/x/oauth2/clientcredentials.Config).Client":      "tokens",
	"(*golang.org/x/oauth2/clientcredentials.Config).TokenSource": "tokens",
}

// BoundFate says what becomes of the results of [ContextBound] when the context ends.
var BoundFate = map[string]string{
	"tx":       "the transaction is rolled back before its first use",
	"rows":     "the rows are closed before they are read",
	"request":  "reading the response fails with \"context canceled\"",
	"response": "reading the response fails with \"context canceled\"",
	"stream":   "the stream is canceled before its first message",
	"process":  "the process is killed as soon as it has started",
	"tokens":   "no token is fetched or refreshed any more",
}

// LockStatements are calls in SQL that take a lock of the session, with those that give
// it back.
var LockStatements = map[string]string{
	"advisory_unlock": "advisory_lock",
	"release_lock(":   "get_lock(",
}

// ShortPackages are packages whose functions return soon, whatever runs beside them.
var ShortPackages = map[string]bool{
	"": true, "fmt": true, "errors": true, "log": true, "log/slog": true, "strings": true, "bytes": true, "strconv": true, "time": true,
	"encoding/json": true, "encoding/base64": true, "encoding/hex": true, "context": true, "path": true, "path/filepath": true,
	"net/url": true, "net/http": true, "sync": true, "sync/atomic": true, "maps": true, "slices": true, "sort": true, "os": true,
}

// BoundedPackages are packages, beside [ShortPackages], whose functions do a bounded piece of
// work with a context that they are given: a query, a command, a dial.
var BoundedPackages = map[string]bool{
	"database/sql": true, "net": true, "os/exec": true, "github.com/jmoiron/sqlx": true, "gorm.io/gorm": true,
	"github.com/jackc/pgx/v4": true, "github.com/jackc/pgx/v4/pgxpool": true,
	"github.com/jackc/pgx/v5": true, "github.com/jackc/pgx/v5/pgxpool": true,
	"github.com/redis/go-redis/v9": true, "github.com/go-redis/redis/v8": true,
	"go.mongodb.org/mongo-driver/mongo": true, "go.mongodb.org/mongo-driver/v2/mongo": true,
}

// Statements are methods of databases that may change what is stored.
var Statements = map[string]bool{"Exec": true, "NamedExec": true, "MustExec": true, "Begin": true, "Beginx": true}

// TransportDials are the fields of a transport that hold the function which dials.
var TransportDials = map[string]bool{"Dial": true, "DialContext": true, "DialTLS": true, "DialTLSContext": true}

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
