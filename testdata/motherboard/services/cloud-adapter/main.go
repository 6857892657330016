// Command cloud-adapter connects the platform with a customer's cloud account.
package main

import (
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"

	"motherboard.example/platform/services/cloud-adapter/internal/tunnel"
)

func main() {
	addr := flag.String("listen", "localhost:8101", "address to listen on")
	core := flag.String("core-url", "http://localhost:8080", "base URL of the core server")
	provider := flag.String("provider-url", "https://cloud.example", "base URL of the cloud provider")
	command := flag.String("tunnel-command", "ssh", "program that opens a tunnel")
	flag.Parse()

	target, err := url.Parse(*provider)
	if err != nil {
		log.Fatalf("provider-url: %v", err)
	}
	tunnels := tunnel.NewManager(*command)
	client := &http.Client{Timeout: 5 * time.Second}

	mux := http.NewServeMux()
	mux.Handle("/provider/", http.StripPrefix("/provider", providerProxy(target)))
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := ping(client, r, *core+"/healthz"); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("POST /tunnels/{name}", func(w http.ResponseWriter, r *http.Request) {
		args, err := io.ReadAll(io.LimitReader(r.Body, 1<<10))
		if err == nil {
			err = tunnels.Start(r.PathValue("name"), string(args))
		}
		answer(w, err)
	})
	mux.HandleFunc("DELETE /tunnels/{name}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, tunnels.Stop(r.PathValue("name")))
	})

	log.Printf("cloud adapter on %s", *addr)
	if err := http.ListenAndServe(*addr, mux); err != nil {
		log.Fatal(err)
	}
}

// providerProxy passes requests on to the provider's API, which may be slow.
func providerProxy(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: 20 * time.Second,
			IdleConnTimeout:       time.Minute,
			ForceAttemptHTTP2:     true,
		},
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.SetXForwarded()
			if r.In.Header.Get("X-Request-ID") == "" {
				r.Out.Header.Set("X-Request-ID", rand.Text())
			}
		},
	}
}

// ping reports whether the URL answers a request made on behalf of r.
func ping(client *http.Client, r *http.Request, url string) error {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", url, resp.Status)
	}
	return nil
}

func answer(w http.ResponseWriter, err error) {
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, tunnel.ErrExists):
		http.Error(w, err.Error(), http.StatusConflict)
	case errors.Is(err, tunnel.ErrNotFound):
		http.Error(w, err.Error(), http.StatusNotFound)
	default:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
