// Package tomb stands for gopkg.in/tomb.v2.
package tomb

type Tomb struct{}

func (t *Tomb) Dying() <-chan struct{} { return nil }
func (t *Tomb) Dead() <-chan struct{}  { return nil }
