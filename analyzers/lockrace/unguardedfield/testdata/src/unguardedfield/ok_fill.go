package unguardedfield

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
)

type site struct{ Title string }

// Each request decodes into an object of its own, and publishes that.
type published struct{ current atomic.Pointer[site] }

func (p *published) Reload(w http.ResponseWriter, r *http.Request) {
	next := new(site)
	if json.NewDecoder(r.Body).Decode(next) == nil {
		p.current.Store(next)
	}
	_, _ = io.Copy(w, bytes.NewBufferString(next.Title))
}

func (p *published) Show(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, p.current.Load().Title)
}

// The lock is held while the object is overwritten.
type lockedSite struct {
	mu   sync.RWMutex
	site site
}

func (s *lockedSite) Reload(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = json.NewDecoder(r.Body).Decode(&s.site)
}

func (s *lockedSite) Show(w http.ResponseWriter, r *http.Request) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	fmt.Fprintln(w, s.site.Title)
}

// It is loaded before any request.
type loadedSite struct{ site site }

func newLoadedSite(name string) (*loadedSite, error) {
	s := new(loadedSite)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return s, json.Unmarshal(data, &s.site)
}

func (s *loadedSite) Show(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, s.site.Title) }

// A file and what answers the request look after themselves.
type logged struct{ file *os.File }

func (l *logged) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(l.file, r.Body)
	fmt.Fprintln(l.file, r.Host)
}
