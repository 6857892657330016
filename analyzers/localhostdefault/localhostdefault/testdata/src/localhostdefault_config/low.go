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
