package catalog

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

// ProfileStarts write what is measured of a run to their argument.
var ProfileStarts = words("runtime/pprof.StartCPUProfile runtime/trace.Start")

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

	// They fail for no name at all, and for a flag that is not declared.
	"github.com/spf13/viper.BindEnv":             {-1},
	"(*github.com/spf13/viper.Viper).BindEnv":    {-1},
	"github.com/spf13/viper.BindPFlag":           {-1},
	"(*github.com/spf13/viper.Viper).BindPFlag":  {-1},
	"github.com/spf13/viper.BindPFlags":          {-1},
	"(*github.com/spf13/viper.Viper).BindPFlags": {-1},

	// What is embedded is there, or the program does not build.
	"(io/fs.FS).Open":         {0},
	"io/fs.ReadFile":          {1},
	"(embed.FS).Open":         {0},
	"(embed.FS).ReadFile":     {0},
	"io.ReadAll":              {0},
	"encoding/json.Unmarshal": {0},
	"text/template.ParseFS":   {1},
	"html/template.ParseFS":   {1},
}

// Prints write text to the output of the program, most often.
var Prints = map[string]bool{
	"fmt.Print": true, "fmt.Printf": true, "fmt.Println": true,
	"fmt.Fprint": true, "fmt.Fprintf": true, "fmt.Fprintln": true,
}

// ErrorPackages have functions that make errors, and do no work.
var ErrorPackages = map[string]bool{"errors": true, "fmt": true, "github.com/pkg/errors": true}
