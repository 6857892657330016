package config

// Mail is the program's own server: the host is what it calls itself.
type Mail struct {
	ListenAddr string `toml:"listen_addr"`
	Hostname   string `toml:"hostname"`
}

func DefaultMail() *Mail {
	return &Mail{Hostname: "localhost"} // want `config.Mail.hostname defaults to localhost`
}

// Graphite gets the metrics, where it is enabled.
type Graphite struct {
	Enabled bool   `toml:"enabled"`
	URL     string `toml:"graphite_url"`
}

func DefaultGraphite() *Graphite {
	return &Graphite{
		Enabled: false,
		URL:     "http://localhost:2003", // want `graphite_url defaults to http://localhost:2003`
	}
}

// Ledger is described by a schema, and in comments.
type Ledger struct {
	Host string `yaml:"ledger_host" jsonschema:"default=localhost"`
	// By default http://localhost:9200.
	Index string `yaml:"index_url"`
}

func DefaultLedger() *Ledger {
	return &Ledger{
		Host:  "localhost",             // want `ledger_host defaults to localhost`
		Index: "http://localhost:9200", // want `index_url defaults to http://localhost:9200`
	}
}
