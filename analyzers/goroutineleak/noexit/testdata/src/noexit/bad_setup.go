package noexit

import (
	"errors"
	"os"
	"time"
)

type fileMirror struct {
	from, to string
	every    time.Duration
	stop     chan struct{}
}

func (m *fileMirror) Start() {
	go m.run()
	go m.runUntilStop()
}

// What returns in front of the loop does not end it.
func (m *fileMirror) run() {
	if m.every == 0 {
		return
	}
	if m.from == "" {
		panic(errors.New("nothing to mirror"))
	}
	for { // want `goroutine started at line 16 cannot be stopped: its loop has no return, no break and no case that leaves it`
		time.Sleep(m.every)
		m.copy()
	}
}

func (m *fileMirror) runUntilStop() {
	if m.every == 0 {
		return
	}
	for {
		select {
		case <-m.stop:
			return
		case <-time.After(m.every):
			m.copy()
		}
	}
}

func (m *fileMirror) copy() {
	data, err := os.ReadFile(m.from)
	if err == nil {
		_ = os.WriteFile(m.to, data, 0o644)
	}
}

func (m *fileMirror) Stop() { close(m.stop) }
