package blockingunderlock

import (
	"net/http"
	"sync"
	"time"
)

// Each other method waits until the server answers again.
type registrar struct {
	mu    sync.Mutex
	names map[string]bool
}

func (r *registrar) Register(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name] = true
	for {
		resp, err := http.Post("http://registry.internal/"+name, "text/plain", nil)
		if err != nil {
			time.Sleep(time.Second) // want `other goroutines block on r\.mu for as long as http\.Post fails: it is repeated without a limit, with the lock held since line 16`
			continue
		}
		resp.Body.Close()
		return
	}
}

func (r *registrar) Known(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names[name]
}
