// Package settings reads settings for others.
package settings

import (
	"os"
	"strings"
)

// Lookup is called by no name that says what it does.
func Lookup(name string, otherwise ...string) string {
	value, ok := os.LookupEnv(strings.TrimSpace(name))
	if !ok && len(otherwise) > 0 {
		return otherwise[0]
	}
	return value
}

// Prefixed reads APP_ variables.
func Prefixed(name, otherwise string) string {
	return Plain("APP_"+name, otherwise)
}

// Plain reads a variable.
func Plain(name, otherwise string) (value string) {
	value = os.Getenv(name)
	if value == "" {
		value = otherwise
	}
	return value
}

// Join reads no environment.
func Join(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name + otherwise
}
