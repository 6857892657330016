package lifecycle

import (
	"log/slog"
	"sync"
	"testing"
)

func quietLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

// logged collects what is logged.
type logged struct {
	mu   sync.Mutex
	text []byte
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// useDefault gives the test a process-wide default of its own.
func useDefault(t *testing.T) {
	old := std.Swap(newDefault())
	t.Cleanup(func() { std.Store(old) })
}
