package localhostdefault

import (
	"cmp"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"example.com/settings"
	"github.com/caarlos0/env/v11"
	"github.com/kelseyhightower/envconfig"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/redis/go-redis/v9"
	"github.com/spf13/viper"
	"gopkg.in/yaml.v3"
)

func getEnv(key, fallback string) string {
	if v, ok := os.LookupEnv(key); ok && v != "" {
		return v
	}
	return fallback
}

// Config holds the settings.
type Config struct {
	Listen     string
	BillingURL string
	RedisAddr  string
}

func load() *Config {
	return &Config{
		Listen:     getEnv("LISTEN_ADDR", "localhost:8080"),
		BillingURL: getEnv("BILLING_URL", "http://localhost:8090"), // want `BILLING_URL defaults to http://localhost:8090`
		RedisAddr:  getEnv("REDIS_ADDR", "127.0.0.1:6379"),         // want `REDIS_ADDR defaults to 127.0.0.1:6379`
	}
}

// Stores, in every way to write them.
var (
	mongo    = getEnv("MONGO", "mongodb://localhost:27017")               // want `MONGO defaults to mongodb://localhost:27017`
	postgres = getEnv("DATABASE_URL", "postgres://app:pw@[::1]:5432/app") // want `DATABASE_URL defaults to postgres://app:…@\[::1\]:5432/app`
	mysql    = getEnv("DB_DSN", "root@tcp(127.0.0.1:3306)/app")           // want `DB_DSN defaults to root@tcp`
	keyed    = getEnv("PG", "host=localhost port=5432 user=app")          // want `PG defaults to host=localhost`
	broker   = getEnv("AMQP", "amqp://guest@0.0.0.0:5672/")               // want `AMQP defaults to amqp://guest@0.0.0.0:5672/`
	brokers  = getEnv("KAFKA_BROKERS", "localhost:9092,localhost:9093")   // want `KAFKA_BROKERS defaults to`
	cache    = getEnv("CACHE", "redis://127.0.0.1:6379/0")                // want `CACHE defaults to redis://127.0.0.1:6379/0`
	queue    = getEnv("QUEUE", "nats://localhost:4222")                   // want `QUEUE defaults to nats://localhost:4222`
	engine   = getEnv("ENGINE_ADDR", "tcp://localhost:2375")              // want `ENGINE_ADDR defaults to tcp://localhost:2375`
	dbHost   = getEnv("DB_HOST", "localhost")                             // want `DB_HOST defaults to localhost`
)

// The service's name stands before what it is.
var health = getEnv("HEALTH_SERVICE_URL", "http://localhost:8093") // want `HEALTH_SERVICE_URL defaults to`

// Helpers of another package, a generic one, and one that is a method.
func fromElsewhere(e environment) []string {
	return []string{
		settings.Lookup("USERS_URL", "http://localhost:1"),   // want `USERS_URL defaults to http://localhost:1`
		settings.Prefixed("USERS_URL", "http://localhost:2"), // want `USERS_URL defaults to http://localhost:2`
		get("USERS_ENDPOINT", "http://localhost:3"),          // want `USERS_ENDPOINT defaults to http://localhost:3`
		e.value("USERS_HOST", "localhost"),                   // want `USERS_HOST defaults to localhost`
	}
}

func get[T ~string](key string, otherwise T) T {
	if v := os.Getenv(key); v != "" {
		return T(v)
	}
	return otherwise
}

type environment struct{ prefix string }

func (e environment) value(key, otherwise string) string {
	return cmp.Or(strings.TrimSpace(os.Getenv(e.prefix+key)), otherwise)
}

// Without a helper.
func byHand() (string, string, string) {
	inventory := os.Getenv("INVENTORY_URL")
	if inventory == "" {
		inventory = "http://localhost:8096" // want `INVENTORY_URL defaults to http://localhost:8096`
	}
	orders := "http://localhost:8097" // want `ORDERS_URL defaults to http://localhost:8097`
	if v := os.Getenv("ORDERS_URL"); v != "" {
		orders = v
	}
	mail := cmp.Or(os.Getenv("MAIL_URL"), "http://localhost:8081") // want `MAIL_URL defaults to http://localhost:8081`
	return inventory, orders, mail
}

// A variable of the package, a struct that is filled in first, and a function
// that is given os.Getenv.
var ledger = os.Getenv("LEDGER_URL")

func fill() *Config {
	if ledger == "" {
		ledger = "http://localhost:8098" // want `LEDGER_URL defaults to http://localhost:8098`
	}
	c := &Config{RedisAddr: "localhost:6379"} // want `CACHE_ADDR defaults to localhost:6379`
	if v := os.Getenv("CACHE_ADDR"); v != "" {
		c.RedisAddr = v
	}
	return withEnv(os.Getenv, c)
}

func withEnv(getenv func(string) string, c *Config) *Config {
	c.BillingURL = getenv("BILLING_URL")
	if c.BillingURL == "" {
		c.BillingURL = "http://localhost:8090" // want `BILLING_URL defaults to http://localhost:8090`
	}
	read := func(key, fallback string) string { return cmp.Or(os.Getenv(key), fallback) }
	c.Listen = read("LISTEN_ADDR", "localhost:80")
	c.BillingURL = read("BILLING_URL", "http://localhost:8099") // want `BILLING_URL defaults to http://localhost:8099`
	return c
}

// One that is derived from itself leads nowhere.
func circular(x, y string) string {
	x = y
	y = x
	if x == "" {
		x = "http://localhost:8070"
	}
	return x + y
}

func authURL() string {
	if v := os.Getenv("AUTH_URL"); v != "" {
		return v
	}
	return "http://localhost:8070" // want `AUTH_URL defaults to http://localhost:8070`
}

// The name says nothing, the use does: it is dialled, also through variables,
// functions, fields and url.Parse.
func byUse() error {
	conn, err := net.Dial("tcp", getEnv("PEER", "localhost:7000")) // want `PEER defaults to localhost:7000`
	if err != nil {
		return err
	}
	defer conn.Close()
	other, err := net.Dial("tcp", getEnv("OTHER", "0.0.0.0:7002")) // want `OTHER defaults to 0.0.0.0:7002`
	if err != nil {
		return err
	}
	defer other.Close()
	_ = redis.NewClient(&redis.Options{Addr: getEnv("CACHE", "localhost:6379")}) // want `CACHE defaults to localhost:6379`
	return ask(getEnv("TARGET", "http://localhost:7001"))                        // want `TARGET defaults to http://localhost:7001`
}

func ask(base string) error {
	u, err := url.Parse(base)
	if err != nil {
		return err
	}
	resp, err := http.Get(u.JoinPath("/ping").String())
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Libraries.
func libraries() *confmap.Confmap {
	viper.SetDefault("billing.url", "http://localhost:8090") // want `billing.url defaults to http://localhost:8090`
	return confmap.Provider(map[string]any{
		"users.url": "http://localhost:8091", // want `users.url defaults to http://localhost:8091`
		"log.level": "info",
	}, ".")
}

type tagged struct {
	Billing string `env:"BILLING_URL" envDefault:"http://localhost:8090"`  // want `BILLING_URL defaults to http://localhost:8090`
	Users   string `envconfig:"USERS_URL" default:"http://localhost:8091"` // want `USERS_URL defaults to http://localhost:8091`
}

func parse() (t tagged, err error) {
	if err := env.Parse(&t); err != nil {
		return t, err
	}
	return t, envconfig.Process("", &t)
}

// The defaults of a configuration that a decoder fills in.
type file struct {
	Search struct{ URL string }
	Users  string `yaml:"users_url"`
}

func defaults() file {
	return file{Users: "http://localhost:8091"} // want `users_url defaults to http://localhost:8091`
}

func read(data []byte) (*file, error) {
	f := defaults()
	return &f, yaml.Unmarshal(data, &f)
}
