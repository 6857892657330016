// Package config reads the core server's settings.
package config

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// Config holds the core server's settings.
type Config struct {
	Env               string
	ListenAddr        string
	MongoDBURI        string
	MongoDBName       string
	BillingServiceURL string
	HealthServiceURL  string
	AssetsURL         string
	ErrorReportFile   string
	Plugins           map[string]string
}

// Load reads the settings from the environment and checks them.
func Load() (*Config, error) {
	plugins, err := parsePlugins(os.Getenv("PLUGINS"))
	if err != nil {
		return nil, err
	}
	c := &Config{
		Env:               getEnv("APP_ENV", "development"),
		ListenAddr:        getEnv("LISTEN_ADDR", "localhost:8080"),
		MongoDBURI:        getEnv("MONGODB_URI", "mongodb://localhost:27017"),
		MongoDBName:       getEnv("MONGODB_NAME", "motherboard"),
		BillingServiceURL: getEnv("BILLING_SERVICE_URL", "http://localhost:8090"),
		HealthServiceURL:  getEnv("HEALTH_SERVICE_URL", "http://localhost:8093"),
		AssetsURL:         os.Getenv("ASSETS_URL"),
		ErrorReportFile:   os.Getenv("ERROR_REPORT_FILE"),
		Plugins:           plugins,
	}
	return c, c.Validate()
}

// Validate reports settings that cannot work in the configured environment.
func (c *Config) Validate() error {
	if c.AssetsURL == "" {
		return errors.New("ASSETS_URL is not set")
	}
	if c.Env != "production" {
		return nil
	}
	if strings.Contains(c.MongoDBURI, "localhost") {
		return errors.New("MONGODB_URI points at localhost in production")
	}
	return nil
}

// parsePlugins splits "email=http://email:8081,sms=http://sms:8082".
func parsePlugins(list string) (map[string]string, error) {
	plugins := make(map[string]string)
	for entry := range strings.SplitSeq(list, ",") {
		if entry == "" {
			continue
		}
		name, url, ok := strings.Cut(entry, "=")
		if !ok {
			return nil, fmt.Errorf("PLUGINS: %q is not name=url", entry)
		}
		plugins[name] = url
	}
	return plugins, nil
}

func getEnv(key, fallback string) string {
	if value := os.Getenv(key); value != "" {
		return value
	}
	return fallback
}
