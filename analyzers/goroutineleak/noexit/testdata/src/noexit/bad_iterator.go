package noexit

import (
	"log"
	"maps"
	"strings"
	"time"
)

// Iterators in the loop, and in a function that it calls, are no exits of it.
type gazetteer struct{ places map[string]string }

func NewGazetteer(load func() string) *gazetteer {
	g := &gazetteer{places: make(map[string]string)}
	go g.refresh(load)
	return g
}

func (g *gazetteer) refresh(load func() string) {
	for { // want `goroutine started at line 15 cannot be stopped`
		g.parse(load())
		for name := range maps.Keys(g.places) {
			log.Println(name)
		}
		time.Sleep(time.Hour)
	}
}

func (g *gazetteer) parse(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		name, place, ok := strings.Cut(line, ",")
		if !ok {
			continue
		}
		g.places[name] = place
	}
}
