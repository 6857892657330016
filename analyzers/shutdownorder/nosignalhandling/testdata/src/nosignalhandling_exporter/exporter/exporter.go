// Package exporter serves metrics for who calls it.
package exporter

import (
	"net/http"

	"github.com/prometheus/exporter-toolkit/web"
)

func Run() error {
	srv := &http.Server{}
	return web.ListenAndServe(srv, nil)
}
