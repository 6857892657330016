// Package dockertest is a stub.
package dockertest

type Pool struct{}
