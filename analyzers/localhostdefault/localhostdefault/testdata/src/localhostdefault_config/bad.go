package config

import (
	"cmp"
	"flag"
	"net"
	"os"
)

// Settings is filled in by a file; where it is read is another package's affair.
type Settings struct {
	Users   string   `yaml:"users_url"`
	Mongo   string   `mapstructure:"uri"`
	Brokers []string `koanf:"kafka.brokers"`
	Search  Search   `toml:"search"`
	Peer    string   `yaml:"peer"`
	Listen  string   `yaml:"listen_url"`
	Note    string
	Gateway Gateway `yaml:"gateway"`
}

// Gateway says where calls go.
type Gateway struct {
	Target  string `yaml:"target_url"` // where the gateway reaches the local gRPC server
	Tracing string `yaml:"tracing_url"`
	Ledger  string `yaml:"ledger_url"` // where the ledger of all locals is
}

// Search says where the index is.
type Search struct {
	Address string `toml:"address"`
}

// Default is a configuration that nobody has said anything about yet.
func Default() *Settings {
	return &Settings{
		Users:   "http://localhost:8091",         // want `users_url defaults to http://localhost:8091`
		Mongo:   "mongodb://localhost:27017/app", // want `config.Settings.uri defaults to mongodb://localhost:27017/app`
		Brokers: []string{"localhost:9092"},      // want `kafka.brokers defaults to localhost:9092`
		Search:  Search{Address: "localhost:80"}, // want `config.Search.address defaults to localhost:80`
		Listen:  "http://localhost:8080",
		Note:    "http://localhost:8080",
		Gateway: Gateway{
			Target: "http://localhost:9090",
			// A sidecar.
			Tracing: "http://localhost:9091",
			Ledger:  "http://localhost:9092", // want `ledger_url defaults to http://localhost:9092`
		},
	}
}

// DefaultSettings is the same in a variable, and New builds on one.
var DefaultSettings = Settings{Users: "http://127.0.0.1:8091"} // want `users_url defaults`

func New() Settings {
	s := Settings{Users: "http://127.0.0.1:8091"} // want `users_url defaults`
	s.Note = "n"
	return s
}

// SetDefaults fills in a receiver.
func (s *Settings) SetDefaults() {
	s.Search.SetDefaults()
	s.Users = "http://localhost:8091"      // want `users_url defaults`
	s.Brokers = []string{"localhost:9092"} // want `kafka.brokers defaults`
}

func (s *Search) SetDefaults() {
	s.Address = "localhost:9200" // want `config.Search.address defaults to localhost:9200`
}

// Where it is empty.
func (s *Settings) validate() error {
	if s.Users == "" {
		s.Users = "http://localhost:8091" // want `users_url defaults`
	}
	if len(s.Brokers) == 0 {
		s.Brokers = []string{"localhost:9092"} // want `kafka.brokers defaults`
	}
	s.Peer = cmp.Or(s.Peer, "localhost:7000") // want `config.Settings.peer defaults to localhost:7000`
	return nil
}

// The name says nothing, the use does.
func (s *Settings) dial() (net.Conn, error) { return net.Dial("tcp", s.Peer) }

// Flags of a configuration that a file fills in as well are no tool's.
func (s *Settings) registerFlags(prefix string, f *flag.FlagSet) {
	f.StringVar(&s.Search.Address, prefix+".address", "localhost:9200", "where the index is") // want `config.Search.address defaults to localhost:9200`
	f.StringVar(&s.Users, prefix+".users-url", "http://localhost:8091", "where users are")    // want `.users-url defaults`
}

// A name for the other side is enough, whatever that is.
func upstreams() (string, string) {
	return cmp.Or(os.Getenv("PRICING_UPSTREAM"), "localhost:9100"), // want `PRICING_UPSTREAM defaults to localhost:9100`
		cmp.Or(os.Getenv("INGEST_SINK"), "http://127.0.0.1:9200/_bulk") // want `INGEST_SINK defaults to http://127\.0\.0\.1:9200/_bulk`
}
