package config

// Mail is the program's own server: the host is what it calls itself.
type Mail struct {
	ListenAddr string `toml:"listen_addr"`
	Hostname   string `toml:"hostname"`
}

func DefaultMail() *Mail {
	return &Mail{Hostname: "localhost"} // want `config.Mail.hostname defaults to localhost`
}
