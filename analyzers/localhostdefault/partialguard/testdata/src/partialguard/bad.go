package partialguard

import (
	"errors"
	"os"
	"strings"
)

// Config holds the settings.
type Config struct {
	Env        string
	MongoURI   string
	BillingURL string
	UsersURL   string
	ListenAddr string
}

// Load reads the settings.
func Load() (*Config, error) {
	c := &Config{
		Env:        getEnv("APP_ENV", "development"),
		MongoURI:   getEnv("MONGODB_URI", "mongodb://localhost:27017"),
		BillingURL: getEnv("BILLING_URL", "http://localhost:8090"),
		UsersURL:   getEnv("USERS_URL", "http://localhost:8091"),
		ListenAddr: getEnv("LISTEN_ADDR", "localhost:8080"),
	}
	return c, c.Validate()
}

// Reload reads one of them again.
func (c *Config) Reload() error {
	c.UsersURL = getEnv("USERS_URL", "http://127.0.0.1:8091")
	return c.Validate()
}

// Validate refuses what cannot work in production.
func (c *Config) Validate() error {
	if c.Env != "production" {
		return nil
	}
	if strings.Contains(c.MongoURI, "localhost") { // want `c.MongoURI is refused when it is local, BillingURL and UsersURL are not`
		return errors.New("MONGODB_URI points at localhost in production")
	}
	return nil
}

func getEnv(key, fallback string) string {
	if value := os.Getenv(key); value != "" {
		return value
	}
	return fallback
}
