package stopnevercalled

import (
	"context"
	"net/http"

	"example.com/sessions"
)

func leak(mux *http.ServeMux) {
	storage := sessions.New() // want `the goroutine that sessions\.New starts at \S*sessions\.go:\d+ is leaked: nothing calls storage\.Stop \(goroutineleak/stop-never-called\)`
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if storage.Len() == 0 {
			http.NotFound(w, r)
		}
	})
}

// Passing it to a function that only uses it is no help.
func passed() error {
	cache, err := sessions.Open("x") // want `the goroutine that sessions\.Open starts at \S*sessions\.go:\d+ is leaked: nothing calls cache\.Close`
	if err != nil {
		return err
	}
	lookup(cache)
	return nil
}

func lookup(c getter) { c.Get("key") }

type getter interface{ Get(string) string }

// The method that starts it is called later; the one that ends it takes a context.
func started(ctx context.Context) {
	c := sessions.NewClient()
	c.Start() // want `the goroutine that c\.Start starts at \S*sessions\.go:\d+ is leaked: nothing calls c\.Shutdown`
	<-ctx.Done()
}

// Held by a variable whose type lacks the method, and may hold something else.
func pick(on bool) getter {
	var g getter = fixed{}
	if on {
		c, _ := sessions.Open("x") // want `the goroutine that sessions\.Open starts at \S*sessions\.go:\d+ is leaked: nothing calls c\.Close`
		g = c
	}
	return wrap(g)
}

type fixed struct{}

func (fixed) Get(string) string { return "" }

type wrapped struct{ inner getter }

func wrap(g getter) getter { return &wrapped{g} }

func (w *wrapped) Get(key string) string { return w.inner.Get(key) }

// The end of the wrapper leaves it out.
func (w *wrapped) Close() { println("closed") }

// Kept in a field of a type whose Close forgets it.
type server struct {
	cache  *sessions.Cache
	closed bool
}

func newServer() (*server, error) {
	s := new(server)
	var err error
	s.cache, err = sessions.Open("server") // want `the goroutine that sessions\.Open starts at \S*sessions\.go:\d+ is leaked`
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (s *server) Close() { s.closed = true }

func (s *server) get() string { return s.cache.Get("x") }

// A wrapper in this package hands the obligation on; its caller drops it.
func open() *sessions.Storage { return sessions.New() }

func viaWrapper(ctx context.Context) int {
	s := open() // want `the goroutine that open starts at \S*sessions\.go:\d+ is leaked: nothing calls s\.Stop`
	return s.Len()
}

// A type of this package.
type poller struct{ stop chan struct{} }

func newPoller() *poller {
	p := &poller{stop: make(chan struct{})}
	go func() { <-p.stop }()
	return p
}

func (p *poller) Stop() { close(p.stop) }

func poll() {
	p := newPoller() // want `the goroutine that newPoller starts at \S*bad\.go:\d+ is leaked: nothing calls p\.Stop`
	_ = p.stop
}

// Without it, the program goes on.
func optional(mux *http.ServeMux) {
	cache, err := sessions.Open("x") // want `the goroutine that sessions\.Open starts at \S*sessions\.go:\d+ is leaked`
	if err != nil {
		println(err.Error())
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { lookup(cache) })
}
