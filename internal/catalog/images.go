package catalog

// Images are parts of the names of images of what a type dials: when it is opened, or by
// the first statement of the start-up. Clients that dial when they are first used, and
// retry themselves, are not among them: go-redis, grpc, the client of etcd, those of Kafka
// that only read or write.
var Images = map[string][]string{
	"database/sql.DB":                             sqlImages,
	"github.com/jmoiron/sqlx.DB":                  sqlImages,
	"gorm.io/gorm.DB":                             sqlImages,
	"github.com/jackc/pgx/v5/pgxpool.Pool":        postgresImages,
	"github.com/jackc/pgx/v5.Conn":                postgresImages,
	"go.mongodb.org/mongo-driver/mongo.Client":    mongoImages,
	"go.mongodb.org/mongo-driver/v2/mongo.Client": mongoImages,
	"gopkg.in/mgo.v2.Session":                     mongoImages,
	"github.com/go-ldap/ldap/v3.Conn":             {"openldap", "lldap", "glauth"},
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
