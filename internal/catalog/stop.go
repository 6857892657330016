package catalog

import (
	"slices"
	"strings"
)

// StopMethods are names of methods that end a value's work, the most specific first. They
// rank methods, where what a method does has already been established, choose where a fix
// puts the end, or distinguish an owner that is meant to end from one that runs until the
// process exits; no finding depends on a name alone.
var StopMethods = []string{
	"Stop", "Close", "Shutdown", "StopAndWait", "GracefulStop", "Disconnect", "Cancel", "Terminate",
	"Quit", "Halt", "Destroy", "Dispose", "Release", "Teardown", "Finish", "End",
	"stop", "close", "shutdown", "disconnect", "cancel", "terminate", "quit", "halt", "destroy", "release", "teardown",
}

// OnceRunners run the function given as last argument at most once.
var OnceRunners = map[string]bool{
	"(*sync.Once).Do": true,
	"sync.OnceFunc":   true,
	"sync.OnceValue":  true,
	"sync.OnceValues": true,
}

// ClosedTwice are interfaces of the standard library whose Close is regularly called more
// than once: by a deferred call and on an error, by a server that stops and by the call
// that serves, by a transport and by the reader of the body.
var ClosedTwice = []string{"net.Listener", "net.Conn", "net.PacketConn", "io.ReadCloser"}

// A JobRunner runs jobs until one of the methods Stops is called. Blocks is set when the call that
// starts it does not return before that.
type JobRunner struct {
	Stops  []string
	Blocks bool
}

// JobRunners are the methods that start them.
var JobRunners = map[string]JobRunner{
	"(*github.com/robfig/cron.Cron).Start":                  {Stops: []string{"Stop"}},
	"(*github.com/robfig/cron.Cron).Run":                    {Stops: []string{"Stop"}, Blocks: true},
	"(*github.com/robfig/cron/v3.Cron).Start":               {Stops: []string{"Stop"}},
	"(*github.com/robfig/cron/v3.Cron).Run":                 {Stops: []string{"Stop"}, Blocks: true},
	"(*github.com/go-co-op/gocron.Scheduler).StartAsync":    {Stops: []string{"Stop"}},
	"(*github.com/go-co-op/gocron.Scheduler).StartBlocking": {Stops: []string{"Stop", "StopBlockingChan"}, Blocks: true},
	"(github.com/go-co-op/gocron/v2.Scheduler).Start":       {Stops: []string{"Shutdown", "ShutdownWithContext", "StopJobs"}},
}

// LogPackages write log lines and metrics, and report to the service manager that the
// process is alive: a call into them is no work of the caller's own.
var LogPackages = map[string]bool{
	"log":                                            true,
	"log/slog":                                       true,
	"go.uber.org/zap":                                true,
	"github.com/rs/zerolog":                          true,
	"github.com/rs/zerolog/log":                      true,
	"github.com/sirupsen/logrus":                     true,
	"github.com/go-kit/log":                          true,
	"github.com/go-kit/log/level":                    true,
	"github.com/go-logr/logr":                        true,
	"k8s.io/klog/v2":                                 true,
	"github.com/hashicorp/go-hclog":                  true,
	"github.com/charmbracelet/log":                   true,
	"github.com/prometheus/client_golang/prometheus": true,
	"github.com/coreos/go-systemd/v22/daemon":        true,
	"github.com/coreos/go-systemd/daemon":            true,
}

// giveBackWords begin the names of methods and functions that release or remove something.
var giveBackWords = []string{
	"Unlock", "RUnlock", "Done", "Put", "Remove", "Delete", "Unregister", "Deregister", "Unsubscribe", "Unbind",
	"Leave", "Free", "Rollback", "Commit", "Flush", "Sync", "Untrack", "Detach",
}

// GivesBackMethod reports whether a method of that name releases what its value holds, or
// ends its work: so a fix that returns before it changes what the function does.
func GivesBackMethod(name string) bool {
	return slices.Contains(StopMethods, name) || slices.ContainsFunc(giveBackWords, func(word string) bool {
		return strings.HasPrefix(name, word) || strings.HasPrefix(name, strings.ToLower(word[:1])+word[1:])
	})
}

// GivesBackFunc reports whether a function of that name releases its argument.
func GivesBackFunc(name string) bool {
	return GivesBackMethod(name) || len(Words(name)) > 1 && slices.Contains(StopMethods, Words(name)[0])
}

// Acquires are names of methods after which something has to be released.
var Acquires = map[string]bool{"Lock": true, "RLock": true, "Add": true, "Acquire": true}

// HeldOpen are functions whose first result holds something of the system or of another
// process, a goroutine or a connection, until it is closed.
var HeldOpen = map[string]bool{
	"net.Dial": true, "net.DialTimeout": true, "net.DialTCP": true, "net.DialUDP": true, "net.DialUnix": true,
	"(*net.Dialer).Dial": true, "(*net.Dialer).DialContext": true,
	"net.Listen": true, "net.ListenTCP": true, "net.ListenUDP": true, "net.ListenUnix": true, "net.ListenPacket": true,
	"(*net.ListenConfig).Listen": true, "(*net.ListenConfig).ListenPacket": true,
	"crypto/tls.Dial": true, "crypto/tls.DialWithDialer": true, "crypto/tls.Listen": true,
	"os.Open": true, "os.OpenFile": true, "os.Create": true, "os.CreateTemp": true,
	"database/sql.Open":                                               true,
	"google.golang.org/grpc.NewClient":                                true,
	"google.golang.org/grpc.Dial":                                     true,
	"google.golang.org/grpc.DialContext":                              true,
	"github.com/rabbitmq/amqp091-go.Dial":                             true,
	"github.com/rabbitmq/amqp091-go.DialConfig":                       true,
	"github.com/nats-io/nats.go.Connect":                              true,
	"github.com/redis/go-redis/v9.NewClient":                          true,
	"github.com/redis/go-redis/v9.NewClusterClient":                   true,
	"github.com/redis/go-redis/v9.NewUniversalClient":                 true,
	"github.com/jackc/pgx/v5.Connect":                                 true,
	"github.com/jackc/pgx/v5/pgxpool.New":                             true,
	"github.com/jackc/pgx/v5/pgxpool.NewWithConfig":                   true,
	"go.mongodb.org/mongo-driver/mongo.Connect":                       true,
	"github.com/fsnotify/fsnotify.NewWatcher":                         true,
	"go.etcd.io/bbolt.Open":                                           true,
	"github.com/dgraph-io/badger/v4.Open":                             true,
	"github.com/jmoiron/sqlx.Open":                                    true,
	"github.com/jmoiron/sqlx.Connect":                                 true,
	"(*github.com/gorilla/websocket.Dialer).Dial":                     true,
	"(*github.com/gorilla/websocket.Dialer).DialContext":              true,
	"(*github.com/gorilla/websocket.Upgrader).Upgrade":                true,
	"github.com/coder/websocket.Dial":                                 true,
	"github.com/IBM/sarama.NewClient":                                 true,
	"github.com/IBM/sarama.NewSyncProducer":                           true,
	"github.com/IBM/sarama.NewAsyncProducer":                          true,
	"github.com/IBM/sarama.NewConsumer":                               true,
	"github.com/IBM/sarama.NewConsumerGroup":                          true,
	"github.com/IBM/sarama.NewClusterAdmin":                           true,
	"github.com/twmb/franz-go/pkg/kgo.NewClient":                      true,
	"(*github.com/rabbitmq/amqp091-go.Connection).Channel":            true,
	"go.etcd.io/etcd/client/v3.New":                                   true,
	"go.mongodb.org/mongo-driver/v2/mongo.Connect":                    true,
	"golang.org/x/crypto/ssh.Dial":                                    true,
	"log/syslog.New":                                                  true,
	"log/syslog.Dial":                                                 true,
	"gopkg.in/fsnotify.v1.NewWatcher":                                 true,
	"github.com/go-redis/redis.NewClient":                             true,
	"github.com/go-redis/redis/v7.NewClient":                          true,
	"github.com/go-redis/redis/v8.NewClient":                          true,
	"github.com/go-redis/redis/v8.NewClusterClient":                   true,
	"github.com/go-redis/redis/v8.NewUniversalClient":                 true,
	"gopkg.in/redis.v5.NewClient":                                     true,
	"github.com/streadway/amqp.Dial":                                  true,
	"github.com/streadway/amqp.DialConfig":                            true,
	"(*github.com/streadway/amqp.Connection).Channel":                 true,
	"github.com/segmentio/kafka-go.NewReader":                         true,
	"github.com/segmentio/kafka-go.NewWriter":                         true,
	"github.com/confluentinc/confluent-kafka-go/kafka.NewConsumer":    true,
	"github.com/confluentinc/confluent-kafka-go/kafka.NewProducer":    true,
	"github.com/confluentinc/confluent-kafka-go/v2/kafka.NewConsumer": true,
	"github.com/confluentinc/confluent-kafka-go/v2/kafka.NewProducer": true,
	"github.com/Shopify/sarama.NewClient":                             true,
	"github.com/Shopify/sarama.NewSyncProducer":                       true,
	"github.com/Shopify/sarama.NewAsyncProducer":                      true,
	"github.com/Shopify/sarama.NewConsumer":                           true,
	"github.com/Shopify/sarama.NewConsumerGroup":                      true,
	"github.com/nsqio/go-nsq.NewConsumer":                             true,
	"github.com/nsqio/go-nsq.NewProducer":                             true,
	"github.com/jackc/pgx/v4.Connect":                                 true,
	"github.com/jackc/pgx/v4/pgxpool.Connect":                         true,
	"github.com/gocql/gocql.NewSession":                               true,
	"(*github.com/gocql/gocql.ClusterConfig).CreateSession":           true,
	"github.com/dgraph-io/badger.Open":                                true,
	"github.com/dgraph-io/badger/v2.Open":                             true,
	"github.com/dgraph-io/badger/v3.Open":                             true,
	"github.com/cockroachdb/pebble.Open":                              true,
	"github.com/oschwald/geoip2-golang.Open":                          true,
	"github.com/oschwald/maxminddb-golang.Open":                       true,
	"github.com/gorilla/websocket.Upgrade":                            true,
}

// KeepWords begin the names of functions that keep what they are given.
var KeepWords = words("set register add use track store put insert swap")

// endWords are words of the names of what ends or closes something.
var endWords = words("close stop shutdown cleanup teardown terminate disconnect destroy dispose kill abort release hangup")

// EndsByName reports whether a function of that name ends or closes something.
func EndsByName(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return endWords[w] })
}
