package unguardedfield

// What is added may all be there before the loop runs.
type Router struct {
	in     chan string
	routes map[string]func()
}

func NewRouter() *Router {
	return &Router{in: make(chan string), routes: make(map[string]func())}
}

func (r *Router) AddRoute(name string, fn func()) {
	r.routes[name] = fn // want `concurrent map access ends the process: r.routes is written in a function that may be called concurrently, and no mutex guards it`
}

func (r *Router) Run() {
	for name := range r.in {
		if fn := r.routes[name]; fn != nil {
			fn()
		}
	}
}

func (r *Router) Route(name string) { r.in <- name }
