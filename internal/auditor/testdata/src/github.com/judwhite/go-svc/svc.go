// Package svc stands for a framework that runs services.
package svc

import "os"

// Service is what it runs.
type Service interface {
	Init(env any) error
	Start() error
	Stop() error
}

// Run starts a service, waits for a signal, and stops it.
func Run(service Service, sig ...os.Signal) error { return nil }
