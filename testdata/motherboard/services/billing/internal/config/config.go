// Package config reads the billing service's settings.
package config

import (
	"encoding/json"
	"fmt"
	"os"
)

// Config holds the billing service's settings.
type Config struct {
	Host              string
	Port              string
	LedgerPath        string
	RazorpayPluginURL string
	StripePluginURL   string
	TenantDSNs        map[string]string // tenant ID to database
}

// Load reads the settings from the environment.
func Load() (*Config, error) {
	c := &Config{
		Host:              getEnv("HOST", "127.0.0.1"),
		Port:              getEnv("PORT", "8090"),
		LedgerPath:        getEnv("LEDGER_PATH", "ledger.jsonl"),
		RazorpayPluginURL: getEnv("RAZORPAY_PLUGIN_URL", "http://localhost:8098"),
		StripePluginURL:   getEnv("STRIPE_PLUGIN_URL", "http://localhost:8099"),
	}
	if err := json.Unmarshal([]byte(getEnv("TENANT_DSNS", "{}")), &c.TenantDSNs); err != nil {
		return nil, fmt.Errorf("TENANT_DSNS: %w", err)
	}
	return c, nil
}

func getEnv(key, fallback string) string {
	if v, ok := os.LookupEnv(key); ok && v != "" {
		return v
	}
	return fallback
}
