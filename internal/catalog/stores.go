package catalog

// Opens make a store, or a client of another service, of type Type as result
// Result. Kept ones count only when they are kept in a field. Context is the
// argument, counted from one, that limits the opening.
var Opens = map[string]struct {
	Type    string
	Result  int
	Client  bool
	Kept    bool
	Context int
}{
	"database/sql.Open":                             {Type: "database/sql.DB"},
	"database/sql.OpenDB":                           {Type: "database/sql.DB"},
	"github.com/jmoiron/sqlx.Open":                  {Type: "github.com/jmoiron/sqlx.DB"},
	"github.com/jmoiron/sqlx.Connect":               {Type: "github.com/jmoiron/sqlx.DB"},
	"go.mongodb.org/mongo-driver/mongo.Connect":     {Type: "go.mongodb.org/mongo-driver/mongo.Client", Context: 1},
	"go.mongodb.org/mongo-driver/v2/mongo.Connect":  {Type: "go.mongodb.org/mongo-driver/v2/mongo.Client"},
	"github.com/jackc/pgx/v5/pgxpool.New":           {Type: "github.com/jackc/pgx/v5/pgxpool.Pool", Context: 1},
	"github.com/jackc/pgx/v5/pgxpool.NewWithConfig": {Type: "github.com/jackc/pgx/v5/pgxpool.Pool", Context: 1},
	"github.com/jackc/pgx/v5.Connect":               {Type: "github.com/jackc/pgx/v5.Conn", Context: 1},
	"go.etcd.io/etcd/client/v3.New":                 {Type: "go.etcd.io/etcd/client/v3.Client"},
	"go.etcd.io/bbolt.Open":                         {Type: "go.etcd.io/bbolt.DB"},
	"gorm.io/gorm.Open":                             {Type: "gorm.io/gorm.DB"},
	"os.OpenFile":                                   {Type: "os.File", Kept: true},
	"os.Create":                                     {Type: "os.File", Kept: true},

	"github.com/redis/go-redis/v9.NewClient":          {Type: "github.com/redis/go-redis/v9.Client", Client: true},
	"github.com/redis/go-redis/v9.NewClusterClient":   {Type: "github.com/redis/go-redis/v9.ClusterClient", Client: true},
	"github.com/redis/go-redis/v9.NewUniversalClient": {Type: "github.com/redis/go-redis/v9.UniversalClient", Client: true},
	"github.com/redis/go-redis/v9.NewFailoverClient":  {Type: "github.com/redis/go-redis/v9.Client", Client: true},
	"google.golang.org/grpc.Dial":                     {Type: "google.golang.org/grpc.ClientConn", Client: true},
	"google.golang.org/grpc.DialContext":              {Type: "google.golang.org/grpc.ClientConn", Client: true, Context: 1},
	"google.golang.org/grpc.NewClient":                {Type: "google.golang.org/grpc.ClientConn", Client: true},
	"github.com/nats-io/nats.go.Connect":              {Type: "github.com/nats-io/nats.go.Conn", Client: true},
	"github.com/rabbitmq/amqp091-go.Dial":             {Type: "github.com/rabbitmq/amqp091-go.Connection", Client: true},
	"github.com/rabbitmq/amqp091-go.DialConfig":       {Type: "github.com/rabbitmq/amqp091-go.Connection", Client: true},
	"github.com/segmentio/kafka-go.NewReader":         {Type: "github.com/segmentio/kafka-go.Reader", Client: true},
	"github.com/segmentio/kafka-go.NewWriter":         {Type: "github.com/segmentio/kafka-go.Writer", Client: true},
	"github.com/IBM/sarama.NewClient":                 {Type: "github.com/IBM/sarama.Client", Client: true},
	"github.com/IBM/sarama.NewConsumer":               {Type: "github.com/IBM/sarama.Consumer", Client: true},
	"github.com/IBM/sarama.NewConsumerGroup":          {Type: "github.com/IBM/sarama.ConsumerGroup", Client: true},
	"github.com/IBM/sarama.NewSyncProducer":           {Type: "github.com/IBM/sarama.SyncProducer", Client: true},
	"github.com/IBM/sarama.NewAsyncProducer":          {Type: "github.com/IBM/sarama.AsyncProducer", Client: true},
	"github.com/nsqio/go-nsq.NewConsumer":             {Type: "github.com/nsqio/go-nsq.Consumer", Client: true},
	"github.com/nsqio/go-nsq.NewProducer":             {Type: "github.com/nsqio/go-nsq.Producer", Client: true},
}

// StoreParts return, as result Result, what a store keeps its connections in: when that is
// closed, the store is.
var StoreParts = map[string]struct{ Result int }{
	"(*gorm.io/gorm.DB).DB": {0},
}

// Closers end the use of anything, by an interface of the standard library.
var Closers = map[string]bool{"(io.Closer).Close": true}

// OpenLiterals are types of which a literal is one that is open, as Opens has it.
var OpenLiterals = map[string]struct{ Client bool }{
	"github.com/gomodule/redigo/redis.Pool": {Client: true},
	"github.com/segmentio/kafka-go.Writer":  {Client: true},
}

// Closes end the use of what [Opens] and [OpenLiterals] make.
var Closes = map[string]struct {
	Type   string
	Client bool
}{
	"(*database/sql.DB).Close":                                  {Type: "database/sql.DB"},
	"(*go.mongodb.org/mongo-driver/mongo.Client).Disconnect":    {Type: "go.mongodb.org/mongo-driver/mongo.Client"},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Client).Disconnect": {Type: "go.mongodb.org/mongo-driver/v2/mongo.Client"},
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Close":             {Type: "github.com/jackc/pgx/v5/pgxpool.Pool"},
	"(*github.com/jackc/pgx/v5.Conn).Close":                     {Type: "github.com/jackc/pgx/v5.Conn"},
	"(*go.etcd.io/etcd/client/v3.Client).Close":                 {Type: "go.etcd.io/etcd/client/v3.Client"},
	"(*go.etcd.io/bbolt.DB).Close":                              {Type: "go.etcd.io/bbolt.DB"},
	"(*os.File).Close":                                          {Type: "os.File"},

	"(*github.com/redis/go-redis/v9.Client).Close":         {Type: "github.com/redis/go-redis/v9.Client", Client: true},
	"(*github.com/redis/go-redis/v9.ClusterClient).Close":  {Type: "github.com/redis/go-redis/v9.ClusterClient", Client: true},
	"(github.com/redis/go-redis/v9.UniversalClient).Close": {Type: "github.com/redis/go-redis/v9.UniversalClient", Client: true},
	"(*github.com/gomodule/redigo/redis.Pool).Close":       {Type: "github.com/gomodule/redigo/redis.Pool", Client: true},
	"(*google.golang.org/grpc.ClientConn).Close":           {Type: "google.golang.org/grpc.ClientConn", Client: true},
	"(*github.com/nats-io/nats.go.Conn).Close":             {Type: "github.com/nats-io/nats.go.Conn", Client: true},
	"(*github.com/nats-io/nats.go.Conn).Drain":             {Type: "github.com/nats-io/nats.go.Conn", Client: true},
	"(*github.com/rabbitmq/amqp091-go.Connection).Close":   {Type: "github.com/rabbitmq/amqp091-go.Connection", Client: true},
	"(*github.com/segmentio/kafka-go.Reader).Close":        {Type: "github.com/segmentio/kafka-go.Reader", Client: true},
	"(*github.com/segmentio/kafka-go.Writer).Close":        {Type: "github.com/segmentio/kafka-go.Writer", Client: true},
	"(github.com/IBM/sarama.Client).Close":                 {Type: "github.com/IBM/sarama.Client", Client: true},
	"(github.com/IBM/sarama.Consumer).Close":               {Type: "github.com/IBM/sarama.Consumer", Client: true},
	"(github.com/IBM/sarama.ConsumerGroup).Close":          {Type: "github.com/IBM/sarama.ConsumerGroup", Client: true},
	"(github.com/IBM/sarama.SyncProducer).Close":           {Type: "github.com/IBM/sarama.SyncProducer", Client: true},
	"(github.com/IBM/sarama.AsyncProducer).Close":          {Type: "github.com/IBM/sarama.AsyncProducer", Client: true},
	"(*github.com/nsqio/go-nsq.Consumer).Stop":             {Type: "github.com/nsqio/go-nsq.Consumer", Client: true},
	"(*github.com/nsqio/go-nsq.Producer).Stop":             {Type: "github.com/nsqio/go-nsq.Producer", Client: true},
}
