package stopoverwritten

import (
	"context"
	"sync"
)

// Start begins the work, and is called once.
type beater struct {
	mu     sync.Mutex
	cancel context.CancelFunc
}

func (b *beater) Start() {
	b.mu.Lock()
	defer b.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	b.cancel = cancel // want `after a second call of Start, which overwrites b.cancel, and nothing calls it before.*low confidence`
	go everySecond(ctx)
}

func (b *beater) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cancel()
}
