package search

import "net"

// What the type says is somebody's address.
type BillingConfig struct {
	Addr string `yaml:"addr"`
}

func (c *BillingConfig) SetDefaults() {
	c.Addr = "localhost:9100" // want `search.BillingConfig.addr defaults to localhost:9100`
}

func (c *BillingConfig) bill() (net.Conn, error) { return net.Dial("tcp", c.Addr) }
