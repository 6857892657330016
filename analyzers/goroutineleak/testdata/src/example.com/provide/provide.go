// Package provide stands for a package of providers.
package provide

import "example.com/sessions"

// Cache has a cleanup function, in the manner of google/wire.
func Cache() (*sessions.Cache, func(), error) {
	cache, err := sessions.Open("provided")
	if err != nil {
		return nil, nil, err
	}
	return cache, func() { _ = cache.Close() }, nil
}

// App is what an injector makes of providers.
func App() (*sessions.Cache, func(), error) {
	cache, cleanup, err := Cache()
	if err != nil {
		return nil, nil, err
	}
	return cache, func() { cleanup() }, nil
}

// Hooks stands for the registry of a container.
type Hooks struct{ onStop []func() }

func (h *Hooks) Append(fn func()) { h.onStop = append(h.onStop, fn) }

// Registered sees to the end itself.
func Registered(hooks *Hooks) *sessions.Storage {
	storage := sessions.New()
	hooks.Append(storage.Stop)
	return storage
}
