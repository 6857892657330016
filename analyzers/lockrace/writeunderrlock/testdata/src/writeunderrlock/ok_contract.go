package writeunderrlock

import (
	"encoding/json"
	"io"
	"sync"
)

type hosts struct {
	mu    sync.RWMutex
	open  func() (io.ReadCloser, error)
	names map[string]string
}

// reloadLocked is called with the lock held for writing.
func (h *hosts) reloadLocked() error {
	file, err := h.open()
	if err != nil {
		return err
	}
	defer file.Close()
	return json.NewDecoder(file).Decode(&h.names)
}

func (h *hosts) Reload() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.reloadLocked()
}

func (h *hosts) Name(addr string) string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.names[addr]
}
