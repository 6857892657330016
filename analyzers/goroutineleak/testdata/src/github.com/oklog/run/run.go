// Package run is a stub.
package run

type Group struct{ actors []func() error }

func (g *Group) Add(execute func() error, interrupt func(error)) {
	g.actors = append(g.actors, execute)
}

func (g *Group) Run() error { return nil }
