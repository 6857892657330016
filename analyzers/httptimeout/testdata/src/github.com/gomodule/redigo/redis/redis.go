// Package redis stands for the real one.
package redis

import "time"

type DialOption struct{}

type Conn interface {
	Do(command string, args ...any) (any, error)
	Close() error
}

func Dial(network, address string, options ...DialOption) (Conn, error) { return nil, nil }
func DialReadTimeout(d time.Duration) DialOption                        { return DialOption{} }
func DialPassword(password string) DialOption                           { return DialOption{} }
