package waitunderlock

import (
	"sync"
	"time"
)

// A meter lets a reading settle.
type meter struct {
	mu    sync.Mutex
	value int
}

func (m *meter) Reset(read func() int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.value = 0
	time.Sleep(200 * time.Millisecond) // want `meter.Value blocks for as long as time.Sleep\(200 \* time.Millisecond\) takes`
	m.value = read()
}

func (m *meter) Value() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.value
}
