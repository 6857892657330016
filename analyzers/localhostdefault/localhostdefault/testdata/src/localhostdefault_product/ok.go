// Package search reads an index, for those who ask for it.
package search

import "net"

// Nope. The product's usual address; the package says nothing else about it.
type Provider struct {
	Endpoint string `yaml:"endpoint"`
	Server   string `toml:"server"`
}

func (p *Provider) SetDefaults() {
	p.Endpoint = "127.0.0.1:9200"
	p.Server = "localhost:9300"
}

var Default = Provider{Endpoint: "localhost:9200"}

func (p *Provider) Open() (net.Conn, error) { return net.Dial("tcp", p.Endpoint) }

// Nope. The type says it, but nothing shows what becomes of it.
type Influx struct {
	Address string `yaml:"address"`
}

func (i *Influx) SetDefaults() { i.Address = "http://localhost:8086" }
