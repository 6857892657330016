// Package errgroup is a stub.
package errgroup

import "context"

type Group struct{ err error }

func WithContext(ctx context.Context) (*Group, context.Context) { return new(Group), ctx }

func (g *Group) Go(f func() error) { go func() { g.err = f() }() }

func (g *Group) Wait() error { return g.err }

func (g *Group) SetLimit(n int) {}
