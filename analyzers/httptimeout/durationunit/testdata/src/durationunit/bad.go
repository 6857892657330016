// Package durationunit has durations without a unit.
package durationunit

import (
	"context"
	"net/http"
	"time"
)

type config struct {
	PollSeconds int
	graceMS     int64
}

func client() *http.Client {
	return &http.Client{Timeout: 30} // want `the duration 30 is 30ns: it has no unit, and ends immediately`
}

func poll(ctx context.Context, c config, next func()) {
	ticker := time.NewTicker(time.Duration(c.PollSeconds)) // want `the duration time\.Duration\(c\.PollSeconds\) counts seconds as nanoseconds`
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			next()
		case <-ctx.Done():
			return
		}
	}
}

const patience = 500

func stop(srv *http.Server, c config) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience) // want `the duration patience is 500ns`
	defer cancel()
	if c.graceMS > 0 {
		time.Sleep(time.Duration(c.graceMS)) // want `counts milliseconds as nanoseconds`
	}
	return srv.Shutdown(ctx)
}

type settings map[string]int

func (s settings) GetInt(key string) int { return s[key] }

func server(h http.Handler, s settings) *http.Server {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	srv.WriteTimeout = time.Duration(s.GetInt("http.write-timeout-seconds")) // want `counts seconds as nanoseconds`
	var idle time.Duration = 60                                              // want `the duration 60 is 60ns`
	setIdle(srv, idle)
	setIdle(srv, 90) // want `the duration 90 is 90ns`
	return srv
}

func setIdle(srv *http.Server, d time.Duration) { srv.SetKeepAlivesEnabled(d > 0); shut(srv, d) }

func shut(srv *http.Server, d time.Duration) { time.AfterFunc(d, func() { _ = srv.Close() }) }
