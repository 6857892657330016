package catalog

// Images are parts of the names of images of what a type dials: when it is
// opened, or by the first statement of the start-up. Clients that dial when they
// are first used, and go on by themselves, are not among them: go-redis, grpc,
// the client of etcd, those of Kafka that only read or write.
var Images = map[string][]string{
	"database/sql.DB":                             sqlImages,
	"github.com/jmoiron/sqlx.DB":                  sqlImages,
	"gorm.io/gorm.DB":                             sqlImages,
	"github.com/jackc/pgx/v5/pgxpool.Pool":        postgresImages,
	"github.com/jackc/pgx/v5.Conn":                postgresImages,
	"go.mongodb.org/mongo-driver/mongo.Client":    mongoImages,
	"go.mongodb.org/mongo-driver/v2/mongo.Client": mongoImages,
	"github.com/nats-io/nats.go.Conn":             {"nats"},
	"github.com/rabbitmq/amqp091-go.Connection":   {"rabbitmq", "lavinmq"},
	"github.com/IBM/sarama.Client":                kafkaImages,
	"github.com/IBM/sarama.Consumer":              kafkaImages,
	"github.com/IBM/sarama.ConsumerGroup":         kafkaImages,
	"github.com/IBM/sarama.SyncProducer":          kafkaImages,
	"github.com/IBM/sarama.AsyncProducer":         kafkaImages,
}

var (
	postgresImages = []string{"postgres", "postgis", "pgvector", "timescale", "cockroach", "yugabyte"}
	sqlImages      = append([]string{"mysql", "mariadb", "percona", "mssql", "clickhouse", "tidb"}, postgresImages...)
	mongoImages    = []string{"mongo", "ferretdb"}
	kafkaImages    = []string{"kafka", "redpanda"}
)

// OthersImages are images that many projects run beside their own.
var OthersImages = map[string]bool{
	"rabbitmq": true, "redis": true, "valkey": true, "memcached": true, "postgres": true, "postgresql": true, "mysql": true, "mariadb": true, "mongo": true,
	"mongodb": true, "elasticsearch": true, "opensearch": true, "kafka": true, "zookeeper": true, "nats": true, "etcd": true, "consul": true, "vault": true,
	"nginx": true, "httpd": true, "haproxy": true, "traefik": true, "caddy": true, "envoy": true, "registry": true, "minio": true, "localstack": true,
	"prometheus": true, "alertmanager": true, "grafana": true, "jaeger": true, "influxdb": true, "clickhouse": true, "busybox": true, "alpine": true,
}
