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
