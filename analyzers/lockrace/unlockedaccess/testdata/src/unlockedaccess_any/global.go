package unlockedaccess_any

import "sync"

// Package variables beside a package lock.
var (
	routesMu sync.RWMutex
	routes   = map[string]string{}
	hits     int // guarded by routesMu
)

func Register(name, target string) {
	routesMu.Lock()
	defer routesMu.Unlock()
	routes[name] = target
	hits = 0
}

func Drop(name string) {
	routesMu.Lock()
	delete(routes, name)
	routesMu.Unlock()
}

func Lookup(name string) string {
	routesMu.RLock()
	defer routesMu.RUnlock()
	return routes[name]
}

func Known(name string) bool {
	_, ok := routes[name] // want `data race with line \d+: routes is read without routesMu, which 3 of 4 accesses hold`
	return ok
}

func Hit() {
	hits++ // want `hits is written without routesMu, which a comment says must be held, and 1 of 2 writes hold`
}

// Filled before anybody can ask, by init and by the initialisers of variables.
var defaults = func() map[string]string {
	routes["/"] = "index"
	return routes
}()

func init() { routes["/health"] = "health" }

// A struct that brings its own lock is not guarded by that of the package.
var queue struct {
	sync.Mutex
	items []string
}

func Enqueue(item string) {
	routesMu.Lock()
	defer routesMu.Unlock()
	queue.Lock()
	queue.items = append(queue.items, item)
	queue.Unlock()
}

func Items() []string {
	queue.Lock()
	defer queue.Unlock()
	return queue.items
}
