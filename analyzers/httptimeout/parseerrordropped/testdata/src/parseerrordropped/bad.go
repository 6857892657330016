package parseerrordropped

import (
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func client() (*http.Client, error) {
	if os.Getenv("TIDES_URL") == "" {
		return nil, errors.New("TIDES_URL is not set")
	}
	timeout, _ := time.ParseDuration(os.Getenv("TIDES_TIMEOUT")) // want `a value of os.Getenv\("TIDES_TIMEOUT"\) that cannot be parsed counts as zero, which is no limit or no pause: the error of time.ParseDuration is dropped`
	return &http.Client{Timeout: timeout}, nil
}

func interval() (time.Duration, error) {
	text := strings.TrimSpace(os.Getenv("TIDES_SECONDS"))
	n, _ := strconv.Atoi(text) // want `a value of text that cannot be parsed counts as zero`
	return time.Duration(n) * time.Second, nil
}

type config struct {
	Refresh string `yaml:"refresh"`
}

func (c *config) ticker() (*time.Ticker, error) {
	every, _ := time.ParseDuration(c.Refresh) // want `a value of c.Refresh that cannot be parsed counts as zero`
	return time.NewTicker(every), nil
}
