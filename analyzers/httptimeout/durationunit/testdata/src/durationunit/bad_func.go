package durationunit

import (
	"net/http"
	"time"
)

type lookup map[string]int

func (l lookup) int(key string) int { return l[key] }

// The name of the function is the unit.
func seconds(l lookup, key string) time.Duration {
	n := l.int(key)
	if n < 1 {
		n = 1
	}
	return time.Duration(n) // want `the duration time.Duration\(n\) counts seconds as nanoseconds`
}

func looked(l lookup) *http.Client { return &http.Client{Timeout: seconds(l, "timeout")} }

// The key says it.
func keyed(l lookup) *http.Client {
	n := l.int("timeout_ms")
	return &http.Client{Timeout: time.Duration(n)} // want `the duration time.Duration\(n\) counts milliseconds as nanoseconds`
}

// The callers multiply.
func minutes(l lookup) time.Duration { return time.Duration(l.int("every")) }

func scaled(l lookup) { time.Sleep(minutes(l) * time.Minute) }
