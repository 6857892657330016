// Package prometheus stands for github.com/prometheus/client_golang/prometheus.
package prometheus

type Desc struct{}

type Metric interface{ Desc() *Desc }
