package unguardedfield

import (
	"fmt"
	"math/rand"
)

var (
	shades  = make(map[string]*shade)
	serials = rand.New(rand.NewSource(1))
)

type shade struct{ name string }

// ShadeOf fills a map of the package.
func ShadeOf(name string) *shade {
	if s, ok := shades[name]; ok {
		return s
	}
	s := &shade{name}
	shades[name] = s // want `concurrent map access ends the process: shades is written in a function that may be called concurrently, and no mutex guards it`
	return s
}

// Serial changes the generator.
func Serial(prefix string) string {
	return fmt.Sprint(prefix, serials.Int63()) // want `data race: serials is written in a function that may be called concurrently, and no mutex guards it`
}
