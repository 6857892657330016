package stopnevercalled

import (
	"example.com/provide"
	"example.com/sessions"
)

// The cleanup function carries the obligation, and is dropped.
func dropped() error {
	cache, _, err := provide.App() // want `nothing ever calls the cleanup function that provide.App returns: the goroutine it starts \(sessions.go:54\) lives as long as the process \(goroutineleak/stop-never-called\)`
	if err != nil {
		return err
	}
	lookup(cache)
	return nil
}

// Values without a name.
func nameless() getter {
	lookup(fixed{})
	sessions.New() // want `nothing ever calls Stop on what sessions.New returns`
	var g getter = fixed{}
	_, err := sessions.Open("y") // want `nothing ever calls Close on what sessions.Open returns`
	if err != nil {
		return nil
	}
	length(sessions.New()) // want `nothing ever calls Stop on what sessions.New returns`
	return wrap(g)
}

func length(s interface{ Len() int }) int { return s.Len() }
