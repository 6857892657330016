// Package singleflight stands for the real one.
package singleflight

type Group struct{}

type Result struct {
	Val    any
	Err    error
	Shared bool
}

func (g *Group) Do(key string, fn func() (any, error)) (v any, err error, shared bool) { return }
func (g *Group) DoChan(key string, fn func() (any, error)) <-chan Result               { return nil }
