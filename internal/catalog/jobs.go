package catalog

import (
	"slices"
	"strings"
)

// MongoCalls query or change documents: the arguments with the filter and the
// update, -1 where there is none. ByID takes an ID in the place of a filter.
var MongoCalls = map[string]struct {
	Filter, Update int
	ByID, One      bool // one document, by its ID or whatever the filter asks for
}{
	"(*go.mongodb.org/mongo-driver/mongo.Collection).FindOneAndUpdate":    {1, 2, false, true},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).UpdateOne":           {1, 2, false, true},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).UpdateMany":          {1, 2, false, false},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).UpdateByID":          {-1, 2, true, true},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).Find":                {1, -1, false, false},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).FindOne":             {1, -1, false, true},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).DeleteMany":          {1, -1, false, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).FindOneAndUpdate": {1, 2, false, true},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).UpdateOne":        {1, 2, false, true},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).UpdateMany":       {1, 2, false, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).UpdateByID":       {-1, 2, true, true},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).Find":             {1, -1, false, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).FindOne":          {1, -1, false, true},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).DeleteMany":       {1, -1, false, false},
}

// GormCalls are the links of a chain of calls on gorm's DB: the model or table in question,
// conditions, those that cannot be read, locks, the columns that are set, a record that is
// stored, calls that fill their first argument and take conditions after it, and others.
var GormCalls = map[string]string{
	"(*gorm.io/gorm.DB).Model":         "model",
	"(*gorm.io/gorm.DB).Table":         "table",
	"(*gorm.io/gorm.DB).Where":         "where",
	"(*gorm.io/gorm.DB).Or":            "where",
	"(*gorm.io/gorm.DB).Scopes":        "vague",
	"(*gorm.io/gorm.DB).Not":           "vague",
	"(*gorm.io/gorm.DB).Joins":         "vague",
	"(*gorm.io/gorm.DB).InnerJoins":    "vague",
	"(*gorm.io/gorm.DB).Clauses":       "lock",
	"(*gorm.io/gorm.DB).Update":        "set",
	"(*gorm.io/gorm.DB).UpdateColumn":  "set",
	"(*gorm.io/gorm.DB).Updates":       "sets",
	"(*gorm.io/gorm.DB).UpdateColumns": "sets",
	"(*gorm.io/gorm.DB).Save":          "save",
	"(*gorm.io/gorm.DB).Find":          "ask",
	"(*gorm.io/gorm.DB).First":         "ask",
	"(*gorm.io/gorm.DB).Take":          "ask",
	"(*gorm.io/gorm.DB).Last":          "ask",
	"(*gorm.io/gorm.DB).Delete":        "ask",
	"(*gorm.io/gorm.DB).FirstOrInit":   "ask",
	"(*gorm.io/gorm.DB).FirstOrCreate": "ask",
	"(*gorm.io/gorm.DB).Select":        "goes on",
	"(*gorm.io/gorm.DB).Omit":          "goes on",
	"(*gorm.io/gorm.DB).Order":         "goes on",
	"(*gorm.io/gorm.DB).Limit":         "goes on",
	"(*gorm.io/gorm.DB).Offset":        "goes on",
	"(*gorm.io/gorm.DB).Group":         "goes on",
	"(*gorm.io/gorm.DB).Having":        "goes on",
	"(*gorm.io/gorm.DB).Distinct":      "goes on",
	"(*gorm.io/gorm.DB).Preload":       "goes on",
	"(*gorm.io/gorm.DB).Unscoped":      "goes on",
	"(*gorm.io/gorm.DB).Session":       "goes on",
	"(*gorm.io/gorm.DB).WithContext":   "goes on",
	"(*gorm.io/gorm.DB).Debug":         "goes on",
	"(*gorm.io/gorm.DB).Attrs":         "goes on",
	"(*gorm.io/gorm.DB).Assign":        "goes on",
	"(*gorm.io/gorm.DB).Count":         "goes on",
	"(*gorm.io/gorm.DB).Pluck":         "goes on",
	"(*gorm.io/gorm.DB).Scan":          "goes on",
	"(*gorm.io/gorm.DB).Rows":          "goes on",
	"(*gorm.io/gorm.DB).Row":           "goes on",
	"(*gorm.io/gorm.DB).FindInBatches": "goes on",
}

// Words that records of work use for a state.
var (
	// WorkingStates mean that a worker has claimed the record and processes it.
	WorkingStates = map[string]bool{
		"running": true, "processing": true, "in_progress": true, "in-progress": true, "inprogress": true,
		"claimed": true, "working": true, "executing": true, "sending": true, "started": true, "locked": true,
	}
	// DoneStates mean that the work has been done.
	DoneStates = map[string]bool{
		"sent": true, "delivered": true, "done": true, "completed": true, "complete": true, "published": true,
		"processed": true, "dispatched": true, "notified": true, "finished": true, "succeeded": true,
		"mailed": true, "emailed": true,
	}
)

// Sends talk to another machine: what has come back without an error is done.
var Sends = map[string]bool{
	"(*net/http.Client).Do":       true,
	"(*net/http.Client).Get":      true,
	"(*net/http.Client).Head":     true,
	"(*net/http.Client).Post":     true,
	"(*net/http.Client).PostForm": true,
	"net/http.Get":                true,
	"net/http.Head":               true,
	"net/http.Post":               true,
	"net/http.PostForm":           true,
	"net/smtp.SendMail":           true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.SendMail":    true,
	"(*net/smtp.Client).Data":                                      true,
	"(*net/rpc.Client).Call":                                       true,
	"net.Dial":                                                     true,
	"net.DialTimeout":                                              true,
	"(*net.Dialer).Dial":                                           true,
	"(*net.Dialer).DialContext":                                    true,
	"crypto/tls.Dial":                                              true,
	"(*crypto/tls.Dialer).DialContext":                             true,
	"golang.org/x/crypto/ssh.Dial":                                 true,
	"(*github.com/gorilla/websocket.Dialer).Dial":                  true,
	"(*github.com/gorilla/websocket.Dialer).DialContext":           true,
	"(*github.com/segmentio/kafka-go.Writer).WriteMessages":        true,
	"(*github.com/rabbitmq/amqp091-go.Channel).Publish":            true,
	"(*github.com/rabbitmq/amqp091-go.Channel).PublishWithContext": true,
	"(*github.com/nats-io/nats.go.Conn).Publish":                   true,
	"(*github.com/nats-io/nats.go.Conn).Request":                   true,
	"(*github.com/nats-io/nats.go.Conn).RequestWithContext":        true,
	"(google.golang.org/grpc.ClientConnInterface).Invoke":          true,
	"(*google.golang.org/grpc.ClientConn).Invoke":                  true,
}

// RemoteClients are packages whose functions wait for another machine where the first parameter is a
// context. Store is set where it is a database: its writes may have to happen in the order of a lock.
var RemoteClients = map[string]struct{ Store bool }{
	"github.com/redis/go-redis/v9":      {},
	"github.com/go-redis/redis/v8":      {},
	"go.etcd.io/etcd/client/v3":         {},
	"github.com/segmentio/kafka-go":     {},
	"database/sql":                      {true},
	"github.com/jmoiron/sqlx":           {true},
	"github.com/jackc/pgx/v5":           {true},
	"github.com/jackc/pgx/v5/pgxpool":   {true},
	"go.mongodb.org/mongo-driver/mongo": {true},
}

// FailsForAWhile are functions that dial another machine, beside [Sends] and those of [RemoteClients]: a
// later call may succeed where this one fails.
var FailsForAWhile = map[string]bool{
	"(*database/sql.DB).Ping":                true,
	"gorm.io/gorm.Open":                      true,
	"github.com/jmoiron/sqlx.Connect":        true,
	"github.com/nats-io/nats.go.Connect":     true,
	"github.com/rabbitmq/amqp091-go.Dial":    true,
	"github.com/IBM/sarama.NewClient":        true,
	"github.com/IBM/sarama.NewConsumer":      true,
	"github.com/IBM/sarama.NewConsumerGroup": true,
	"github.com/IBM/sarama.NewSyncProducer":  true,
	"github.com/IBM/sarama.NewAsyncProducer": true,
}

// ConnectsLater are functions of [RemoteClients] that take a context and dial when what they return is used.
var ConnectsLater = map[string]bool{
	"github.com/jackc/pgx/v5/pgxpool.New":           true,
	"github.com/jackc/pgx/v5/pgxpool.NewWithConfig": true,
	"go.mongodb.org/mongo-driver/mongo.Connect":     true,
}

// Buffers are those of [Sends] that return when the client library has the message.
var Buffers = map[string]bool{
	"(*github.com/nats-io/nats.go.Conn).Publish": true,
}

// TxBegins begin a transaction, which is their first result. TxBodies run a function in one:
// the argument is the function.
var (
	TxBegins = map[string]bool{
		"(*database/sql.DB).Begin":                        true,
		"(*database/sql.DB).BeginTx":                      true,
		"(*database/sql.Conn).BeginTx":                    true,
		"(*github.com/jmoiron/sqlx.DB).Beginx":            true,
		"(*github.com/jmoiron/sqlx.DB).BeginTxx":          true,
		"(*github.com/jmoiron/sqlx.DB).MustBegin":         true,
		"(*github.com/jackc/pgx/v5/pgxpool.Pool).Begin":   true,
		"(*github.com/jackc/pgx/v5/pgxpool.Pool).BeginTx": true,
		"(*github.com/jackc/pgx/v5.Conn).Begin":           true,
		"(*github.com/jackc/pgx/v5.Conn).BeginTx":         true,
		"(*github.com/jackc/pgx/v4/pgxpool.Pool).Begin":   true,
		"(*github.com/jackc/pgx/v4/pgxpool.Pool).BeginTx": true,
		"(*github.com/uptrace/bun.DB).Begin":              true,
		"(*github.com/uptrace/bun.DB).BeginTx":            true,
		"(*gorm.io/gorm.DB).Begin":                        true,
		"(*github.com/jinzhu/gorm.DB).Begin":              true,
		"(*github.com/jinzhu/gorm.DB).BeginTx":            true,
	}
	TxBodies = map[string]int{
		"(*gorm.io/gorm.DB).Transaction":           0,
		"(*github.com/jinzhu/gorm.DB).Transaction": 0,
		"(*xorm.io/xorm.Engine).Transaction":       0,
		"(*github.com/uptrace/bun.DB).RunInTx":     2,
		"github.com/jackc/pgx/v5.BeginFunc":        2,
		"github.com/jackc/pgx/v5.BeginTxFunc":      3,
	}
)

// Publishes pass something to a broker or a cache, where others see it immediately.
var Publishes = map[string]bool{
	"(*github.com/segmentio/kafka-go.Writer).WriteMessages":                   true,
	"(github.com/IBM/sarama.SyncProducer).SendMessage":                        true,
	"(github.com/IBM/sarama.SyncProducer).SendMessages":                       true,
	"(github.com/Shopify/sarama.SyncProducer).SendMessage":                    true,
	"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Producer).Produce": true,
	"(*github.com/confluentinc/confluent-kafka-go/kafka.Producer).Produce":    true,
	"(*github.com/twmb/franz-go/pkg/kgo.Client).Produce":                      true,
	"(*github.com/twmb/franz-go/pkg/kgo.Client).ProduceSync":                  true,
	"(*github.com/rabbitmq/amqp091-go.Channel).Publish":                       true,
	"(*github.com/rabbitmq/amqp091-go.Channel).PublishWithContext":            true,
	"(*github.com/streadway/amqp.Channel).Publish":                            true,
	"(*github.com/nats-io/nats.go.Conn).Publish":                              true,
	"(*github.com/nats-io/nats.go.Conn).PublishMsg":                           true,
	"(github.com/nats-io/nats.go.JetStream).Publish":                          true,
	"(github.com/nats-io/nats.go/jetstream.Publisher).Publish":                true,
	"(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessage":                true,
	"(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).SendMessage":          true,
	"(github.com/redis/go-redis/v9.cmdable).Set":                              true,
	"(github.com/redis/go-redis/v9.cmdable).SetEx":                            true,
	"(github.com/redis/go-redis/v9.cmdable).HSet":                             true,
	"(github.com/redis/go-redis/v9.cmdable).Publish":                          true,
	"(github.com/redis/go-redis/v9.cmdable).XAdd":                             true,
	"(github.com/redis/go-redis/v9.cmdable).LPush":                            true,
	"(github.com/redis/go-redis/v9.cmdable).RPush":                            true,
	"(github.com/redis/go-redis/v9.StringCmdable).Set":                        true,
	"(github.com/redis/go-redis/v9.PubSubCmdable).Publish":                    true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XAdd":                       true,
	"(github.com/redis/go-redis/v9.ListCmdable).LPush":                        true,
	"(github.com/redis/go-redis/v9.ListCmdable).RPush":                        true,
	"(github.com/go-redis/redis/v8.cmdable).Set":                              true,
	"(github.com/go-redis/redis/v8.cmdable).Publish":                          true,
	"(github.com/go-redis/redis/v8.cmdable).LPush":                            true,
	"(github.com/go-redis/redis/v8.cmdable).RPush":                            true,
}

// RemoteRoles end the names of interfaces that stand for another machine, ClientRoles those of interfaces that may.
var (
	RemoteRoles = words("gateway mailer emailer")
	ClientRoles = words("client api provider notifier")
)

// remotePhrases say in documentation that another machine is asked.
var remotePhrases = []string{
	"over http", "via http", "by http", "over grpc", "via grpc", "over smtp", "via smtp", "over the network",
	"http api", "https api", "rest api", "http client", "grpc client", "smtp server", "remote service", "remote server",
	"external service", "external api", "third-party service", "third-party api",
}

// SaysRemote reports whether documentation says that another machine is asked.
func SaysRemote(doc string) bool {
	doc = strings.Join(strings.Fields(strings.ToLower(doc)), " ")
	return slices.ContainsFunc(remotePhrases, func(phrase string) bool { return strings.Contains(doc, phrase) })
}

// NamesStore reports whether a word, of the name of a type, says that it is a database or a cache, or asks nothing
// but the program.
func NamesStore(word string) bool { return storeNames[word] }

var storeNames = words("db database store storage repository repo cache redis sql query config clock time id")

// PublishWords begin the names of methods that publish.
var PublishWords = words("publish produce emit")

// PublishedBy reports whether a type of a package has a method of that name which publishes.
func PublishedBy(pkg, method string) bool {
	for full := range Publishes {
		if strings.HasPrefix(strings.TrimLeft(full, "(*"), pkg+".") && strings.HasSuffix(full, ")."+method) {
			return true
		}
	}
	return false
}

// Printers are packages whose functions do no more with what they are given than
// to write it down.
var Printers = map[string]bool{
	"fmt":                             true,
	"log":                             true,
	"log/slog":                        true,
	"github.com/sirupsen/logrus":      true,
	"github.com/rs/zerolog":           true,
	"github.com/go-logr/logr":         true,
	"go.uber.org/zap":                 true,
	"github.com/apex/log":             true,
	"github.com/davecgh/go-spew/spew": true,
}

// Decodes turn bytes into a value, or say whether it is a valid one. A message for
// which one fails can never be handled, and is left out by design.
var Decodes = map[string]bool{
	"encoding/json.Unmarshal":                    true,
	"(*encoding/json.Decoder).Decode":            true,
	"encoding/xml.Unmarshal":                     true,
	"encoding/binary.Read":                       true,
	"(*encoding/gob.Decoder).Decode":             true,
	"google.golang.org/protobuf/proto.Unmarshal": true,
	"strconv.Atoi":                               true,
	"strconv.ParseInt":                           true,
	"time.Parse":                                 true,

	"(*github.com/go-playground/validator/v10.Validate).Struct":    true,
	"(*github.com/go-playground/validator/v10.Validate).StructCtx": true,
	"(*github.com/go-playground/validator/v10.Validate).Var":       true,
	"(*github.com/go-playground/validator/v10.Validate).VarCtx":    true,
	"github.com/go-ozzo/ozzo-validation/v4.Validate":               true,
	"github.com/go-ozzo/ozzo-validation/v4.ValidateStruct":         true,
	"github.com/asaskevich/govalidator.ValidateStruct":             true,
}

// SkipWords of a log message say that what it is about is left out by design.
var SkipWords = []string{"skip", "skips", "skipped", "skipping", "ignore", "ignores", "ignored", "ignoring"}
