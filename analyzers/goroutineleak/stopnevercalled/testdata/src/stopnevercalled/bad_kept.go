package stopnevercalled

import "example.com/sessions"

// Kept in a type that stops nothing: nobody could stop it if they wanted.
type handler struct{ cache *sessions.Cache }

func newHandler() (*handler, error) {
	c, err := sessions.Open("handler") // want `the goroutine that sessions\.Open starts at \S*sessions\.go:\d+ is leaked`
	if err != nil {
		return nil, err
	}
	return &handler{cache: c}, nil
}

func (h *handler) get() string { return h.cache.Get("x") }
