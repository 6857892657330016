package database

import "net"

// A database is no product: which one it is, the program has decided.
type Config struct {
	DSN string `yaml:"dsn"`
}

func (c *Config) SetDefaults() {
	c.DSN = "postgres://app@localhost:5432/app" // want `database.Config.dsn defaults to postgres://app@localhost:5432/app`
}

func (c *Config) Open() (net.Conn, error) { return net.Dial("tcp", c.DSN) }
