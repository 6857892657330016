// Package config reads the notification service's settings.
package config

import (
	"os"

	"motherboard.example/platform/pkg/env"
)

// Config holds the notification service's settings.
type Config struct {
	ListenAddr string
	MongoURI   string
	RedisURL   string
	Plugins    map[string]string // channel to plugin URL
}

// Load reads the settings from the environment.
func Load() (*Config, error) {
	mongoURI, err := env.Required("MONGODB_URI")
	if err != nil {
		return nil, err
	}
	redisURL, err := env.Required("REDIS_URL")
	if err != nil {
		return nil, err
	}
	return &Config{
		ListenAddr: setting("LISTEN_ADDR", ":8094"),
		MongoURI:   mongoURI,
		RedisURL:   redisURL,
		Plugins: map[string]string{
			"email":    setting("EMAIL_PLUGIN_URL", "http://localhost:8081"),
			"sms":      setting("SMS_PLUGIN_URL", "http://localhost:8082"),
			"whatsapp": setting("WHATSAPP_PLUGIN_URL", "http://localhost:8083"),
			"telegram": setting("TELEGRAM_PLUGIN_URL", "http://localhost:8084"),
		},
	}, nil
}

func setting(key, otherwise string) string {
	value := os.Getenv(key)
	if value == "" {
		value = otherwise
	}
	return value
}
