package localhostdefault

import "os"

func or(value, other string) string {
	if value != "" {
		return value
	}
	return other
}

func firstOf[T comparable](a, b T) T {
	var zero T
	if a == zero {
		return b
	}
	return a
}

func pick(value, other string) string {
	if value == "" {
		return other
	}
	return value
}

func chosen() (string, string) {
	queue := or(os.Getenv("NATS_URL"), "nats://localhost:4222")     // want `NATS_URL`
	cache := pick(os.Getenv("REDIS_URL"), "redis://localhost:6379") // want `REDIS_URL`
	return queue, cache
}
