package unlockedaccess

import (
	"io"
	"sync"
)

// A hose gets a new pipe whenever a session has ended, by the method that made the first one.
type hose struct {
	valve sync.RWMutex
	end   io.WriteCloser
}

func newHose() *hose {
	h := new(hose)
	h.initPipe()
	return h
}

func (h *hose) initPipe() {
	h.valve.Lock()
	defer h.valve.Unlock()
	_, h.end = io.Pipe()
}

func (h *hose) Write(p []byte) (int, error) {
	h.valve.RLock()
	defer h.valve.RUnlock()
	return h.end.Write(p)
}

func (h *hose) Close() error {
	err := h.end.Close() // want `data race with line 23: h.end is read without h.valve, .*`
	h.initPipe()
	return err
}
