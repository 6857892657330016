package waitunderlock

import (
	"net/http"
	"sync"
)

type alerts struct {
	mu    sync.Mutex
	hooks map[string]string
	sent  int
}

func (a *alerts) add(name, url string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hooks[name] = url
}

func (a *alerts) send(name string) {
	a.mu.Lock()
	url := a.hooks[name]
	resp, err := http.Post(url, "text/plain", nil) // want `alerts\.add blocks for as long as the other machine takes to respond to http\.Post: the call is made with a\.mu held since line 21`
	a.mu.Unlock()
	if err == nil {
		resp.Body.Close()
	}
}

func (a *alerts) sendDeferred(url string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent++
	resp, err := http.Post(url, "text/plain", nil) // want `alerts\.add blocks`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
