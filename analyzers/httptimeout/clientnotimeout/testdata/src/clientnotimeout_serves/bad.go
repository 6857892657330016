package main

import (
	"net/http"
	"time"
)

// It serves: nobody watches the loop.
func main() {
	go func() {
		for range time.Tick(time.Minute) {
			resp, err := http.Get("http://billing/prices") // want `http\.Get never returns when the server accepts and does not respond`
			if err == nil {
				resp.Body.Close()
			}
		}
	}()
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	_ = srv.ListenAndServe()
}
