// Package registry remembers which services are up.
package registry

import (
	"log/slog"
	"sync"
	"time"
)

const (
	sweepInterval = 10 * time.Second
	downAfter     = 45 * time.Second
	stopTimeout   = 2 * time.Second
)

// Service is what is known about one service.
type Service struct {
	Status   string    `json:"status"`
	LastBeat time.Time `json:"lastBeat"`
}

// Registry keeps the services' states and notices when one falls silent. It
// is safe for concurrent use.
type Registry struct {
	mu       sync.RWMutex
	services map[string]*Service
	stopOnce sync.Once
	stop     chan struct{}
	done     chan struct{}
}

// New returns a registry that is watching until Stop.
func New() *Registry {
	r := &Registry{
		services: make(map[string]*Service),
		stop:     make(chan struct{}),
		done:     make(chan struct{}),
	}
	go r.watch()
	return r
}

// Beat notes a heartbeat.
func (r *Registry) Beat(name, status string) {
	r.mu.RLock()
	service, ok := r.services[name]
	r.mu.RUnlock()
	if !ok {
		service = r.add(name)
	}
	r.mu.Lock()
	service.Status = status
	service.LastBeat = time.Now()
	r.mu.Unlock()
}

func (r *Registry) add(name string) *Service {
	r.mu.Lock()
	defer r.mu.Unlock()
	if service, ok := r.services[name]; ok {
		return service
	}
	service := &Service{}
	r.services[name] = service
	return service
}

// Services returns a copy of the current states.
func (r *Registry) Services() map[string]Service {
	r.mu.RLock()
	defer r.mu.RUnlock()
	services := make(map[string]Service, len(r.services))
	for name, service := range r.services {
		services[name] = *service
	}
	return services
}

func (r *Registry) watch() {
	defer close(r.done)
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	for {
		select {
		case <-r.stop:
			return
		case now := <-ticker.C:
			r.sweep(now)
		}
	}
}

func (r *Registry) sweep(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, service := range r.services {
		if service.Status == "up" && now.Sub(service.LastBeat) > downAfter {
			service.Status = "silent"
			slog.Warn("service is silent", "service", name)
		}
	}
}

// Stop ends the watch. It may be called more than once.
func (r *Registry) Stop() {
	r.stopOnce.Do(func() { close(r.stop) })
	select {
	case <-r.done:
	case <-time.After(stopTimeout):
		slog.Warn("registry is still busy")
	}
}
