package writeunderrlock

import (
	"encoding/json"
	"io"
	"sync"
	"time"
)

type leases struct {
	mu      sync.RWMutex
	open    func() (io.ReadCloser, error)
	names   map[string]string
	addrs   []string
	expires time.Time
}

// refreshLocked loads what has changed. The name says that a caller holds the lock, and all hold it for reading.
func (l *leases) refreshLocked() {
	if time.Now().Before(l.expires) {
		return
	}
	file, err := l.open()
	if err != nil {
		return
	}
	defer file.Close()
	var addrs []string
	if json.NewDecoder(file).Decode(&addrs) == nil {
		l.addrs = addrs // want `data race with other readers: l\.addrs is written while l\.mu is only read-locked`
	}
	_ = json.NewDecoder(file).Decode(&l.names) // want `data race with other readers: l\.names is written while l\.mu is only read-locked`
}

func (l *leases) Name(addr string) string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.refreshLocked()
	return l.names[addr]
}

func (l *leases) Addrs() []string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.refreshLocked()
	return l.addrs
}
