package localhostdefault

import "github.com/spf13/viper"

// The defaults of a configuration that nothing decodes: a caller sets what differs.
type mailerConfig struct {
	DSN        string
	BillingURL string
	Addr       string
	Retries    int
}

func defaultMailer() mailerConfig {
	return mailerConfig{
		DSN:        "postgres://mailer@localhost:5432/mail", // want `localhostdefault.mailerConfig.DSN defaults to postgres://mailer@localhost:5432/mail`
		BillingURL: "http://localhost:8090",                 // want `BillingURL defaults to http://localhost:8090`
		Addr:       "127.0.0.1:8080",
		Retries:    3,
	}
}

var mailerDefaults = &mailerConfig{
	BillingURL: "http://localhost:8091", // want `BillingURL defaults to http://localhost:8091`
	Retries:    3,
}

// The port says what is there.
func queueDefaults() {
	viper.SetDefault("brokers", []string{"localhost:9092"}) // want `brokers defaults to localhost:9092`
	viper.SetDefault("backend", "localhost:8080")           // or a mode
}

// A caller has said what the address is.
func mailerFor(dsn string) mailerConfig {
	return mailerConfig{DSN: dsn, BillingURL: "http://localhost:8092"}
}
