package slowreceiver

import (
	"context"
	"slices"
	"sync"
)

type client struct{ out chan []byte }

type hub struct {
	join, leave chan *client
	cast        chan []byte
}

func (h *hub) run(ctx context.Context) {
	clients := make(map[*client]struct{})
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-h.join:
			clients[c] = struct{}{}
		case c := <-h.leave:
			delete(clients, c)
		case msg := <-h.cast:
			for c := range clients {
				c.out <- msg // want `one receiver that does not read blocks all others: the send on c.out waits for it, and the loop receives nothing else in the meantime`
			}
		}
	}
}

// Under the lock.
type bus struct {
	mu   sync.RWMutex
	subs map[string][]chan string
	all  []chan string
}

func (b *bus) Publish(topic, msg string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, ch := range b.subs[topic] {
		ch <- msg // want `one receiver that does not read blocks all others: the send on ch waits for it, while the lock is held that all others need, since line 42`
	}
}

func (b *bus) Drop(topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.subs, topic)
}

func (b *bus) Tell(msg string) {
	b.mu.Lock()
	for _, ch := range b.all {
		ch <- msg // want `one receiver that does not read blocks all others`
	}
	b.mu.Unlock()
}

func (b *bus) Leave(ch chan string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all = slices.DeleteFunc(b.all, func(c chan string) bool { return c == ch })
}
