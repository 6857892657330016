package noexit

import (
	"maps"
	"time"
)

// The body of a range over an iterator returns from the function.
func (g *gazetteer) await(name string) {
	go func() {
		for {
			for known := range maps.Keys(g.places) {
				if known == name {
					return
				}
			}
			time.Sleep(time.Second)
		}
	}()
}
