package search

import "net"

// Nope. The type is called after the product.
type Search struct {
	Server string   `toml:"server"`
	URLs   []string `toml:"urls"`
}

func NewSearch() *Search {
	return &Search{Server: "https://localhost:9200", URLs: []string{"http://localhost:9200"}}
}

func (s *Search) Init() error {
	if s.Server == "" {
		s.Server = "http://127.0.0.1:9200"
	}
	return nil
}

func (s *Search) Open() (net.Conn, error) { return net.Dial("tcp", s.Server) }

// Nope. A collector for one product, whose scheme the default has.
type Collector struct {
	Config `yaml:",inline"`
}

type Config struct {
	DSN string `yaml:"dsn"`
}

func NewCollector() *Collector {
	return &Collector{Config: Config{DSN: "search://stats@localhost:9200/main"}}
}

func (c *Collector) Open() (net.Conn, error) { return net.Dial("tcp", c.DSN) }
