package unguardedfield

import "context"

// Importers decide whether two goroutines call it at the same time.
type Ledger struct {
	open map[string]int
}

func (l Ledger) Run(ctx context.Context, id string, work func(context.Context) error) error {
	l.open[id] = 1 // want `concurrent map access ends the process: l.open is written in a function that may be called concurrently, and no mutex guards it`
	err := work(ctx)
	delete(l.open, id)
	return err
}

// What is registered may be so before the goroutine starts.
type Hub struct {
	topics map[string]func()
}

func (h *Hub) Register(name string, f func()) {
	h.topics[name] = f // want `concurrent map access ends the process: h.topics is written here and read by another goroutine at line \d+, and no mutex guards it`
}

func (h *Hub) Start() {
	go func() {
		for _, f := range h.topics {
			f()
		}
	}()
}
