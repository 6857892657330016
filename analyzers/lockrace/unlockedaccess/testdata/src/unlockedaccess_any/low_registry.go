package unlockedaccess_any

import "sync"

type engineDriver interface{ Open(name string) error }

var (
	driversMu sync.Mutex
	drivers   = make(map[string]engineDriver)
)

// RegisterDriver is for the init functions of other packages: it panics where a name is taken.
func RegisterDriver(name string, d engineDriver) {
	driversMu.Lock()
	defer driversMu.Unlock()
	if _, dup := drivers[name]; dup {
		panic("drivers: registered twice: " + name)
	}
	drivers[name] = d
}

// UnregisterDriver is for tests of them.
func UnregisterDriver(name string) {
	driversMu.Lock()
	defer driversMu.Unlock()
	delete(drivers, name)
}

// OpenAll runs when all packages are initialized.
func OpenAll() error {
	for name, d := range drivers { // want `data race with line \d+: drivers is read without driversMu`
		if err := d.Open(name); err != nil {
			return err
		}
	}
	return nil
}

// A Router has its handlers added before it runs: it reads them without the lock everywhere.
type Router struct {
	mu       sync.Mutex
	handlers map[string]func(string)
}

func (r *Router) AddHandler(kind string, h func(string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.handlers[kind] = h
}

func (r *Router) Handle(kind, text string) {
	if h, ok := r.handlers[kind]; ok { // want `data race with line \d+: r.handlers is read without r.mu`
		h(text)
	}
}

func (r *Router) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.handlers)
}

func (r *Router) Kinds() []string {
	var list []string
	for kind := range r.handlers { // want `r.handlers is read without r.mu`
		list = append(list, kind)
	}
	return list
}

func (r *Router) Known(kind string) bool {
	_, ok := r.handlers[kind] // want `r.handlers is read without r.mu`
	return ok
}
