package unguardedfield

import (
	"io"
	"math/rand"
)

var (
	scopes = &scopeTable{known: make(map[string]*scope)}
	nonces = rand.New(rand.NewSource(2))
	makers = make(map[string]func())
)

type (
	scope      struct{ name string }
	scopeTable struct{ known map[string]*scope }
)

// ScopeOf fills the one table of the package.
func ScopeOf(name string) *scope { return scopes.get(name) }

func (t *scopeTable) get(name string) *scope {
	if _, ok := t.known[name]; !ok {
		t.known[name] = &scope{name} // want `concurrent map access ends the process: t.known is written in a function that may be called concurrently, and no mutex guards it`
	}
	return t.known[name]
}

// Nonce has another function read from the generator.
func Nonce() ([]byte, error) {
	nonce := make([]byte, 16)
	_, err := io.ReadFull(nonces, nonce) // want `data race: nonces is written in a function that may be called concurrently, and no mutex guards it`
	return nonce, err
}
