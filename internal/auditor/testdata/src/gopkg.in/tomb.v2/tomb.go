// Package tomb is a stub.
package tomb

type Tomb struct{}

func (*Tomb) Go(func() error)        {}
func (*Tomb) Kill(error)             {}
func (*Tomb) Dying() <-chan struct{} { return nil }
func (*Tomb) Wait() error            { return nil }
