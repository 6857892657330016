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
