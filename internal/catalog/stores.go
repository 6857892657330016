package catalog

import "sync"

// Opens make a store, or a client of another service, of type Type as result
// Result. Kept ones count only when they are kept in a field. Context is the
// argument, counted from one, that limits the opening. Lazy ones dial when they are first
// used.
var Opens = map[string]struct {
	Type    string
	Result  int
	Client  bool
	Kept    bool
	Context int
	Lazy    bool
}{
	"database/sql.Open":                                          {Type: "database/sql.DB"},
	"database/sql.OpenDB":                                        {Type: "database/sql.DB"},
	"github.com/jmoiron/sqlx.Open":                               {Type: "github.com/jmoiron/sqlx.DB"},
	"github.com/jmoiron/sqlx.Connect":                            {Type: "github.com/jmoiron/sqlx.DB"},
	"github.com/jmoiron/sqlx.ConnectContext":                     {Type: "github.com/jmoiron/sqlx.DB", Context: 1},
	"github.com/jmoiron/sqlx.MustConnect":                        {Type: "github.com/jmoiron/sqlx.DB"},
	"github.com/jmoiron/sqlx.MustOpen":                           {Type: "github.com/jmoiron/sqlx.DB"},
	"go.mongodb.org/mongo-driver/mongo.Connect":                  {Type: "go.mongodb.org/mongo-driver/mongo.Client", Context: 1},
	"go.mongodb.org/mongo-driver/v2/mongo.Connect":               {Type: "go.mongodb.org/mongo-driver/v2/mongo.Client"},
	"github.com/jackc/pgx/v5/pgxpool.New":                        {Type: "github.com/jackc/pgx/v5/pgxpool.Pool", Context: 1},
	"github.com/jackc/pgx/v5/pgxpool.NewWithConfig":              {Type: "github.com/jackc/pgx/v5/pgxpool.Pool", Context: 1},
	"github.com/jackc/pgx/v5.Connect":                            {Type: "github.com/jackc/pgx/v5.Conn", Context: 1},
	"go.etcd.io/etcd/client/v3.New":                              {Type: "go.etcd.io/etcd/client/v3.Client"},
	"go.etcd.io/bbolt.Open":                                      {Type: "go.etcd.io/bbolt.DB"},
	"gorm.io/gorm.Open":                                          {Type: "gorm.io/gorm.DB"},
	"github.com/blevesearch/bleve/v2.Open":                       {Type: "github.com/blevesearch/bleve/v2.Index"},
	"github.com/blevesearch/bleve/v2.New":                        {Type: "github.com/blevesearch/bleve/v2.Index"},
	"gopkg.in/mgo.v2.Dial":                                       {Type: "gopkg.in/mgo.v2.Session"},
	"gopkg.in/mgo.v2.DialWithTimeout":                            {Type: "gopkg.in/mgo.v2.Session", Context: 2},
	"gopkg.in/mgo.v2.DialWithInfo":                               {Type: "gopkg.in/mgo.v2.Session"},
	"github.com/gobuffalo/pop/v6.NewConnection":                  {Type: "github.com/gobuffalo/pop/v6.Connection"},
	"github.com/golang-migrate/migrate/v4.New":                   {Type: "github.com/golang-migrate/migrate/v4.Migrate"},
	"github.com/golang-migrate/migrate/v4.NewWithSourceInstance": {Type: "github.com/golang-migrate/migrate/v4.Migrate"},
	"os.OpenFile": {Type: "os.File", Kept: true},
	"os.Create":   {Type: "os.File", Kept: true},

	"github.com/redis/go-redis/v9.NewClient":            {Type: "github.com/redis/go-redis/v9.Client", Client: true, Lazy: true},
	"github.com/redis/go-redis/v9.NewClusterClient":     {Type: "github.com/redis/go-redis/v9.ClusterClient", Client: true, Lazy: true},
	"github.com/redis/go-redis/v9.NewUniversalClient":   {Type: "github.com/redis/go-redis/v9.UniversalClient", Client: true, Lazy: true},
	"github.com/redis/go-redis/v9.NewFailoverClient":    {Type: "github.com/redis/go-redis/v9.Client", Client: true, Lazy: true},
	"github.com/go-redis/redis/v8.NewClient":            {Type: "github.com/go-redis/redis/v8.Client", Client: true, Lazy: true},
	"github.com/go-redis/redis/v8.NewClusterClient":     {Type: "github.com/go-redis/redis/v8.ClusterClient", Client: true, Lazy: true},
	"github.com/go-redis/redis/v8.NewUniversalClient":   {Type: "github.com/go-redis/redis/v8.UniversalClient", Client: true, Lazy: true},
	"github.com/go-redis/redis/v8.NewFailoverClient":    {Type: "github.com/go-redis/redis/v8.Client", Client: true, Lazy: true},
	"github.com/gomodule/redigo/redis.Dial":             {Type: "github.com/gomodule/redigo/redis.Conn", Client: true, Kept: true},
	"github.com/gomodule/redigo/redis.DialURL":          {Type: "github.com/gomodule/redigo/redis.Conn", Client: true, Kept: true},
	"github.com/garyburd/redigo/redis.Dial":             {Type: "github.com/garyburd/redigo/redis.Conn", Client: true, Kept: true},
	"github.com/garyburd/redigo/redis.DialURL":          {Type: "github.com/garyburd/redigo/redis.Conn", Client: true, Kept: true},
	"github.com/go-ldap/ldap/v3.Dial":                   {Type: "github.com/go-ldap/ldap/v3.Conn", Client: true, Kept: true},
	"github.com/go-ldap/ldap/v3.DialTLS":                {Type: "github.com/go-ldap/ldap/v3.Conn", Client: true, Kept: true},
	"github.com/go-ldap/ldap/v3.DialURL":                {Type: "github.com/go-ldap/ldap/v3.Conn", Client: true, Kept: true},
	"google.golang.org/grpc.Dial":                       {Type: "google.golang.org/grpc.ClientConn", Client: true, Lazy: true},
	"google.golang.org/grpc.DialContext":                {Type: "google.golang.org/grpc.ClientConn", Client: true, Context: 1, Lazy: true},
	"google.golang.org/grpc.NewClient":                  {Type: "google.golang.org/grpc.ClientConn", Client: true, Lazy: true},
	"cloud.google.com/go/secretmanager/apiv1.NewClient": {Type: "cloud.google.com/go/secretmanager/apiv1.Client", Client: true, Lazy: true},
	"github.com/nats-io/nats.go.Connect":                {Type: "github.com/nats-io/nats.go.Conn", Client: true},
	"github.com/rabbitmq/amqp091-go.Dial":               {Type: "github.com/rabbitmq/amqp091-go.Connection", Client: true},
	"github.com/rabbitmq/amqp091-go.DialConfig":         {Type: "github.com/rabbitmq/amqp091-go.Connection", Client: true},
	"github.com/segmentio/kafka-go.NewReader":           {Type: "github.com/segmentio/kafka-go.Reader", Client: true, Lazy: true},
	"github.com/segmentio/kafka-go.NewWriter":           {Type: "github.com/segmentio/kafka-go.Writer", Client: true, Lazy: true},
	"github.com/IBM/sarama.NewClient":                   {Type: "github.com/IBM/sarama.Client", Client: true},
	"github.com/Shopify/sarama.NewClient":               {Type: "github.com/Shopify/sarama.Client", Client: true},
	"github.com/IBM/sarama.NewConsumer":                 {Type: "github.com/IBM/sarama.Consumer", Client: true},
	"github.com/Shopify/sarama.NewConsumer":             {Type: "github.com/Shopify/sarama.Consumer", Client: true},
	"github.com/IBM/sarama.NewConsumerGroup":            {Type: "github.com/IBM/sarama.ConsumerGroup", Client: true},
	"github.com/Shopify/sarama.NewConsumerGroup":        {Type: "github.com/Shopify/sarama.ConsumerGroup", Client: true},
	"github.com/IBM/sarama.NewSyncProducer":             {Type: "github.com/IBM/sarama.SyncProducer", Client: true},
	"github.com/Shopify/sarama.NewSyncProducer":         {Type: "github.com/Shopify/sarama.SyncProducer", Client: true},
	"github.com/IBM/sarama.NewAsyncProducer":            {Type: "github.com/IBM/sarama.AsyncProducer", Client: true},
	"github.com/Shopify/sarama.NewAsyncProducer":        {Type: "github.com/Shopify/sarama.AsyncProducer", Client: true},
	"github.com/eclipse/paho.mqtt.golang.NewClient":     {Type: "github.com/eclipse/paho.mqtt.golang.Client", Client: true},
	"github.com/nsqio/go-nsq.NewConsumer":               {Type: "github.com/nsqio/go-nsq.Consumer", Client: true},
	"github.com/nsqio/go-nsq.NewProducer":               {Type: "github.com/nsqio/go-nsq.Producer", Client: true, Lazy: true},
}

// OpenTypes are the types of what is opened; KeptTypes are those of what counts only when
// it is kept.
var (
	OpenTypes = sync.OnceValue(func() map[string]bool {
		types := make(map[string]bool)
		for _, row := range Opens {
			types[row.Type] = true
		}
		return types
	})
	KeptTypes = sync.OnceValue(func() map[string]bool {
		types := make(map[string]bool)
		for _, row := range Opens {
			types[row.Type] = types[row.Type] || row.Kept
		}
		return types
	})
)

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
	"(*github.com/gobuffalo/pop/v6.Connection).Close":           {Type: "github.com/gobuffalo/pop/v6.Connection"},
	"(*github.com/golang-migrate/migrate/v4.Migrate).Close":     {Type: "github.com/golang-migrate/migrate/v4.Migrate"},
	"(*os.File).Close":                                          {Type: "os.File"},
	"(github.com/blevesearch/bleve/v2.Index).Close":             {Type: "github.com/blevesearch/bleve/v2.Index"},
	"(*gopkg.in/mgo.v2.Session).Close":                          {Type: "gopkg.in/mgo.v2.Session"},

	"(*github.com/redis/go-redis/v9.Client).Close":            {Type: "github.com/redis/go-redis/v9.Client", Client: true},
	"(*github.com/redis/go-redis/v9.ClusterClient).Close":     {Type: "github.com/redis/go-redis/v9.ClusterClient", Client: true},
	"(github.com/redis/go-redis/v9.UniversalClient).Close":    {Type: "github.com/redis/go-redis/v9.UniversalClient", Client: true},
	"(*github.com/gomodule/redigo/redis.Pool).Close":          {Type: "github.com/gomodule/redigo/redis.Pool", Client: true},
	"(*github.com/go-redis/redis/v8.baseClient).Close":        {Type: "github.com/go-redis/redis/v8.Client", Client: true},
	"(*github.com/go-redis/redis/v8.ClusterClient).Close":     {Type: "github.com/go-redis/redis/v8.ClusterClient", Client: true},
	"(github.com/go-redis/redis/v8.UniversalClient).Close":    {Type: "github.com/go-redis/redis/v8.UniversalClient", Client: true},
	"(github.com/gomodule/redigo/redis.Conn).Close":           {Type: "github.com/gomodule/redigo/redis.Conn", Client: true},
	"(github.com/garyburd/redigo/redis.Conn).Close":           {Type: "github.com/garyburd/redigo/redis.Conn", Client: true},
	"(*github.com/go-ldap/ldap/v3.Conn).Close":                {Type: "github.com/go-ldap/ldap/v3.Conn", Client: true},
	"(*google.golang.org/grpc.ClientConn).Close":              {Type: "google.golang.org/grpc.ClientConn", Client: true},
	"(*cloud.google.com/go/secretmanager/apiv1.Client).Close": {Type: "cloud.google.com/go/secretmanager/apiv1.Client", Client: true},
	"(*github.com/nats-io/nats.go.Conn).Close":                {Type: "github.com/nats-io/nats.go.Conn", Client: true},
	"(github.com/eclipse/paho.mqtt.golang.Client).Disconnect": {Type: "github.com/eclipse/paho.mqtt.golang.Client", Client: true},
	"(*github.com/nats-io/nats.go.Conn).Drain":                {Type: "github.com/nats-io/nats.go.Conn", Client: true},
	"(*github.com/rabbitmq/amqp091-go.Connection).Close":      {Type: "github.com/rabbitmq/amqp091-go.Connection", Client: true},
	"(*github.com/segmentio/kafka-go.Reader).Close":           {Type: "github.com/segmentio/kafka-go.Reader", Client: true},
	"(*github.com/segmentio/kafka-go.Writer).Close":           {Type: "github.com/segmentio/kafka-go.Writer", Client: true},
	"(github.com/IBM/sarama.Client).Close":                    {Type: "github.com/IBM/sarama.Client", Client: true},
	"(github.com/Shopify/sarama.Client).Close":                {Type: "github.com/Shopify/sarama.Client", Client: true},
	"(github.com/IBM/sarama.Consumer).Close":                  {Type: "github.com/IBM/sarama.Consumer", Client: true},
	"(github.com/Shopify/sarama.Consumer).Close":              {Type: "github.com/Shopify/sarama.Consumer", Client: true},
	"(github.com/IBM/sarama.ConsumerGroup).Close":             {Type: "github.com/IBM/sarama.ConsumerGroup", Client: true},
	"(github.com/Shopify/sarama.ConsumerGroup).Close":         {Type: "github.com/Shopify/sarama.ConsumerGroup", Client: true},
	"(github.com/IBM/sarama.SyncProducer).Close":              {Type: "github.com/IBM/sarama.SyncProducer", Client: true},
	"(github.com/Shopify/sarama.SyncProducer).Close":          {Type: "github.com/Shopify/sarama.SyncProducer", Client: true},
	"(github.com/IBM/sarama.AsyncProducer).Close":             {Type: "github.com/IBM/sarama.AsyncProducer", Client: true},
	"(github.com/Shopify/sarama.AsyncProducer).Close":         {Type: "github.com/Shopify/sarama.AsyncProducer", Client: true},
	"(*github.com/nsqio/go-nsq.Consumer).Stop":                {Type: "github.com/nsqio/go-nsq.Consumer", Client: true},
	"(*github.com/nsqio/go-nsq.Producer).Stop":                {Type: "github.com/nsqio/go-nsq.Producer", Client: true},
}
