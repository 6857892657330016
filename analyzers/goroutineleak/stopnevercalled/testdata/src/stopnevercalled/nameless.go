package stopnevercalled

import (
	"example.com/provide"
	"example.com/sessions"
)

// The cleanup function carries the obligation, and is dropped.
func dropped() error {
	cache, _, err := provide.App() // want `the goroutine started at \S*sessions\.go:\d+ is leaked: nothing calls the cleanup function that provide\.App returns \(goroutineleak/stop-never-called\)`
	if err != nil {
		return err
	}
	lookup(cache)
	return nil
}

// Values without a name.
func nameless() getter {
	lookup(fixed{})
	sessions.New() // want `the goroutine started at \S*sessions\.go:\d+ is leaked`
	var g getter = fixed{}
	_, err := sessions.Open("y") // want `the goroutine started at \S*sessions\.go:\d+ is leaked`
	if err != nil {
		return nil
	}
	length(sessions.New()) // want `the goroutine started at \S*sessions\.go:\d+ is leaked`
	return wrap(g)
}

func length(s interface{ Len() int }) int { return s.Len() }
