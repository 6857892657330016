package unlockedaccess

import "sync"

// What init calls has the table for itself.
var (
	tablesMu sync.Mutex
	tables   = map[string]int{}
)

func init() {
	addTable("users", 1)
	addTable("orders", 2)
}

func addTable(name string, n int) { tables[name] = n }

func TableOf(name string) int {
	tablesMu.Lock()
	defer tablesMu.Unlock()
	tables[name]++
	return tables[name]
}

// Who drops a topic has the registry for writing, and so nobody publishes meanwhile.
type hub struct {
	mu       sync.Mutex
	registry sync.RWMutex
	topics   map[string]int
}

func (h *hub) Publish(topic string) {
	h.registry.RLock()
	defer h.registry.RUnlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.topics[topic]++
}

func (h *hub) Reset() {
	h.registry.RLock()
	defer h.registry.RUnlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.topics)
}

// The goroutine has the lock from who starts it.
func (h *hub) Replay(topic string) {
	h.registry.Lock()
	go func() {
		defer h.registry.Unlock()
		h.topics[topic] = 0
	}()
}

// What is configured is written without the lock, which is there for the rest.
type sampler struct {
	mu   sync.Mutex
	rate float64
	seen int
}

func (s *sampler) SetRate(rate float64) { s.rate = rate }

func (s *sampler) Sample() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen++
	return float64(s.seen)*s.rate > 1
}
