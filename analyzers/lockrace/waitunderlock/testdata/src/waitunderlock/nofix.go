package waitunderlock

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"sync"
	"time"
)

type rates struct {
	mu     sync.Mutex
	client *http.Client
	rates  map[string]float64
}

// One function is both: a call for another key waits, too.
func (r *rates) get(currency string) (float64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.rates[currency]; ok {
		return v, nil
	}
	resp, err := r.client.Get("http://rates/" + currency) // want `another call of rates\.get blocks for as long as the other machine takes to respond to r\.client\.Get`
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var v float64
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		return 0, err
	}
	r.rates[currency] = v
	return v, nil
}

type devices struct {
	mu   sync.RWMutex
	all  map[string]string
	last time.Time
}

// The call is made by a helper.
func (d *devices) refresh(url string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	all, err := fetch(url) // want `devices\.get blocks for as long as the other machine takes to respond to fetch`
	if err != nil {
		return err
	}
	for k, v := range all {
		d.all[k] = v
	}
	d.last = time.Now()
	return nil
}

func (d *devices) get(id string) string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.all[id]
}

func fetch(url string) (map[string]string, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var all map[string]string
	return all, json.NewDecoder(resp.Body).Decode(&all)
}

type loop struct {
	mu    sync.Mutex
	hooks []string
}

func (l *loop) add(url string) {
	l.mu.Lock()
	l.hooks = append(l.hooks, url)
	l.mu.Unlock()
}

func (l *loop) notify() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, url := range l.hooks {
		if resp, err := http.Post(url, "text/plain", nil); err == nil { // want `loop\.add blocks`
			resp.Body.Close()
		}
	}
}

func (f *feed) Dump() ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return exec.Command("dump", f.state).Output() // want `feed.State blocks for as long as the child process runs`
}
