package a

import (
	"cmp"
	"os"
	"strings"
)

func Or(key, fallback string) string { // want Or:"key 0 default 1 exact true"
	if v := os.Getenv(key); v != "" {
		return v
	}
	return fallback
}

func Swapped(otherwise, name string) (value string) { // want Swapped:"key 1 default 0 exact true"
	value, ok := os.LookupEnv(name)
	if !ok {
		value = otherwise
	}
	return value
}

func Prefixed(key, fallback string) string { return Or("APP_"+key, fallback) } // want Prefixed:"key 0 default 1 exact false"

func Generic[T ~string](key string, fallback T) T { // want Generic:"key 0 default 1 exact true"
	return cmp.Or(T(os.Getenv(key)), fallback)
}

func Variadic(key string, fallback ...string) string { // want Variadic:"key 0 default 1 exact true"
	if v := strings.TrimSpace(os.Getenv(key)); v != "" || len(fallback) == 0 {
		return v
	}
	return fallback[0]
}

func Bare(key string) string { return os.Getenv(key) } // want Bare:"key 0 default -1 exact true"

// Nothing is read, nothing is named, or nothing comes back.
func Join(a, b string) string { return a + b }

func Constant(fallback string) string { return cmp.Or(os.Getenv("HOME"), fallback) }

func Sets(key, value string) error { return os.Setenv(key, value) }

// A bare return hands out the named result.
func Named(key, fallback string) (value string) { // want Named:"key 0 default 1 exact true"
	if value = os.Getenv(key); value == "" {
		value = fallback
	}
	return
}

// A closure does the reading, of the function or of the package.
func Closed(key, fallback string) string { // want Closed:"key 0 default 1 exact true"
	read := func(name string) string { return strings.TrimSpace(os.Getenv(name)) }
	if v := read(key); v != "" {
		return v
	}
	return fallback
}

var lookup = func(key, fallback string) string {
	if v, ok := os.LookupEnv(key); ok {
		return v
	}
	return fallback
}

func Through(key, fallback string) string { return lookup(key, fallback) } // want Through:"key 0 default 1 exact true"

// A variable that is assigned again may be anything.
var replaced = func(key string) string { return os.Getenv(key) }

func init() { replaced = func(string) string { return "" } }

func Replaced(key, fallback string) string { return cmp.Or(replaced(key), fallback) }
