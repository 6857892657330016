package slowreceiver

import "context"

// A receiver that is full loses the message.
func (b *bus) Drops(topic, msg string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, ch := range b.subs[topic] {
		select {
		case ch <- msg:
		default:
		}
	}
}

// The send gives up with the context.
func (b *bus) Until(ctx context.Context, topic, msg string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, ch := range b.subs[topic] {
		select {
		case ch <- msg:
		case <-ctx.Done():
			return
		}
	}
}

// The lock is released before.
func (b *bus) Copies(topic, msg string) {
	b.mu.RLock()
	list := append([]chan string(nil), b.subs[topic]...)
	b.mu.RUnlock()
	for _, ch := range list {
		ch <- msg
	}
}

// The receivers are workers, of which none ever leaves.
type pool struct{ workers []chan string }

func (p *pool) run(jobs <-chan string) {
	for job := range jobs {
		for _, w := range p.workers {
			w <- job
		}
	}
}

// A goroutine for each.
func (b *bus) Each(topic, msg string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, ch := range b.subs[topic] {
		go func() { ch <- msg }()
	}
}

// A signal to stop.
type stops struct{ list map[string]chan struct{} }

func (s *stops) all(in <-chan string) {
	for name := range in {
		delete(s.list, name)
		for _, ch := range s.list {
			ch <- struct{}{}
		}
	}
}
