package stopoverwritten

import "context"

type tasks struct{ all map[string]context.CancelFunc }

func (t *tasks) Add(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	t.all[name] = cancel
	go func() {
		<-ctx.Done()
		t.gone(name)
	}()
}

// Nope. It is called before.
func (t *tasks) Remove(name string) {
	if cancel, ok := t.all[name]; ok {
		cancel()
		delete(t.all, name)
	}
}

// Nope. A method that it calls does that.
func (t *tasks) Drop(name string) {
	t.stop(name)
	delete(t.all, name)
}

func (t *tasks) stop(name string) {
	if cancel := t.all[name]; cancel != nil {
		cancel()
	}
}

// Nope. Each is called.
func (t *tasks) Close() {
	for name, cancel := range t.all {
		cancel()
		delete(t.all, name)
	}
}

// Nope. The goroutine has ended.
func (t *tasks) gone(name string) { delete(t.all, name) }

type marks struct{ all map[string]func() }

func (m *marks) Add(name string, f func()) { m.all[name] = f }

// Nope. These functions end nothing.
func (m *marks) Remove(name string) { delete(m.all, name) }
