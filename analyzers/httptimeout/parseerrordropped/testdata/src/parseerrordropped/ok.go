package parseerrordropped

import (
	"cmp"
	"net/http"
	"os"
	"strconv"
	"time"
)

// A constant is right, or wrong on each run.
func constant() time.Duration {
	d, _ := time.ParseDuration("10s")
	return d
}

// Zero is put right.
func tested() time.Duration {
	d, _ := time.ParseDuration(os.Getenv("TIDES_TIMEOUT"))
	if d <= 0 {
		d = 10 * time.Second
	}
	return d
}

func replaced() time.Duration {
	d, _ := time.ParseDuration(os.Getenv("TIDES_TIMEOUT"))
	return cmp.Or(d, 10*time.Second)
}

// A number that is none of time.
func workers() int {
	n, _ := strconv.Atoi(os.Getenv("WORKERS"))
	return n
}

// A client asks for it, who gets what it asks for.
func page(r *http.Request) int {
	n, _ := strconv.Atoi(r.FormValue("page"))
	return n
}

func refused() (time.Duration, error) { return time.ParseDuration(os.Getenv("TIDES_TIMEOUT")) }

// Its callers pass constants.
func must(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return d
}

var limits = []time.Duration{must("1s"), must("2s")}

type limit struct {
	Wait string `yaml:"wait"`
}

func (l *limit) validate() error {
	_, err := time.ParseDuration(l.Wait)
	return err
}

// The field has been validated.
func (l *limit) wait() time.Duration {
	d, _ := time.ParseDuration(l.Wait)
	return d
}
