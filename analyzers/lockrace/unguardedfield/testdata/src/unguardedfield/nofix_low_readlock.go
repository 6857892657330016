package unguardedfield

import (
	"net/http"
	"sync"
)

// A lock that only reads of the field hold guards another one.
type dock struct {
	mu   sync.Mutex
	name string
	url  map[string]string
}

func (d *dock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte(d.url[r.Host]))
}

func (d *dock) Berth() {
	go func() {
		d.url = map[string]string{} // want `data race: d\.url is written here and read by another goroutine at line \d+, and no mutex guards it`
	}()
}

func (d *dock) Rename(name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.name = name
	return d.url[name]
}
