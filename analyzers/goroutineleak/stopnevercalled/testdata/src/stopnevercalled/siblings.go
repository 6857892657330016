package stopnevercalled

import (
	"net/http"
	"os"
	"sync"

	"example.com/sessions"
)

// A value beside another whose Close is deferred is stopped there, too: the server is done by then.
func besideDeferred(mux *http.ServeMux, srv *http.Server) error {
	trace, err := os.Create("trace")
	if err != nil {
		return err
	}
	defer trace.Close()
	storage := sessions.New() // want `the goroutine that sessions\.New starts at \S*sessions\.go:\d+ is leaked: nothing calls storage\.Stop`
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if storage.Len() == 0 {
			http.NotFound(w, r)
		}
	})
	return srv.ListenAndServe()
}

// What runs the work that it is handed is done with the value when that returns.
func around(work func()) {
	storage := sessions.New() // want `nothing calls storage\.Stop`
	storage.Len()
	work()
}

// Setting up a value is no work with it: it is stopped with the process.
func setUp() {
	storage := sessions.New() // want `nothing calls storage\.Stop`
	storage.Len()
}

// The owner stops what else it has in the order in which that is made.
type hub struct {
	log     *os.File
	storage *sessions.Storage
	cache   *sessions.Cache
}

func newHub(log *os.File) (*hub, error) {
	cache, err := sessions.Open("hub") // want `nothing calls cache\.Close`
	if err != nil {
		return nil, err
	}
	return &hub{
		log:     log,
		storage: sessions.New(), // want `nothing calls Stop on what sessions\.New returns`
		cache:   cache,
	}, nil
}

func (h *hub) Close() error {
	return h.log.Close()
}

// Made only when it is needed.
type pool struct {
	once    sync.Once
	quit    chan struct{}
	storage *sessions.Storage
}

func newPool() *pool { return &pool{quit: make(chan struct{})} }

func (p *pool) Keep() {
	p.storage = sessions.New() // want `nothing calls p\.storage\.Stop`
}

func (p *pool) Stop() {
	p.once.Do(func() {
		close(p.quit)
	})
}

// Its Close returns early when a part of it fails.
type pair struct {
	log   *os.File
	cache *sessions.Cache
}

func newPair(log *os.File) *pair {
	p := &pair{log: log}
	p.cache, _ = sessions.Open("pair") // want `nothing calls p\.cache\.Close`
	return p
}

func (p *pair) Close() error {
	if err := p.log.Close(); err != nil {
		return err
	}
	return nil
}

// A lock that the goroutine may wait for is held while it ends: the fix leaves this to the process.
type locked struct {
	mu    sync.Mutex
	shut  bool
	cache *sessions.Cache
}

func newLocked() (*locked, error) {
	c, err := sessions.Open("locked") // want `nothing calls c\.Close`
	if err != nil {
		return nil, err
	}
	return &locked{cache: c}, nil
}

func (l *locked) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shut = true
}

// A body of one line.
type brief struct {
	once    sync.Once
	quit    chan struct{}
	storage *sessions.Storage
}

func newBrief() *brief {
	return &brief{quit: make(chan struct{}), storage: sessions.New()} // want `nothing calls Stop on what sessions\.New returns`
}

func (b *brief) Stop() { b.once.Do(func() { close(b.quit) }) }

// Its Close closes a channel each time; that of the value, too.
type double struct{ poller *poller }

func newDouble() *double {
	return &double{poller: newPoller()} // want `nothing calls Stop on what newPoller returns`
}

func (d *double) Close() { println("closed") }
