package blockedsend

import (
	"context"
	"time"
)

// The channel has a buffer for the answer.
func (p *callbackPool) submitBuffered(ctx context.Context, id string) error {
	res := make(chan error, 1)
	p.jobs <- callbackJob{id: id, done: func(err error) { res <- err }}
	select {
	case err := <-res:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The callback ends with the context of the waiter.
func (p *callbackPool) submitSelect(ctx context.Context, id string) error {
	res := make(chan error)
	p.jobs <- callbackJob{id: id, done: func(err error) {
		select {
		case res <- err:
		case <-ctx.Done():
		}
	}}
	select {
	case err := <-res:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The function waits for the callback after its limit.
func (p *callbackPool) submitJoined(id string, limit time.Duration) error {
	res := make(chan error)
	p.jobs <- callbackJob{id: id, done: func(err error) { res <- err }}
	select {
	case err := <-res:
		return err
	case <-time.After(limit):
		println("slow")
		return <-res
	}
}

// Those that wait have a buffer each.
func (p *callbackPool) waitBuffered(ctx context.Context, key string) (string, error) {
	ch := make(chan string, 1)
	p.mu.Lock()
	p.one[key] = ch
	p.mu.Unlock()
	select {
	case text := <-ch:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *callbackPool) answerOne(key, text string) {
	p.mu.Lock()
	ch := p.one[key]
	delete(p.one, key)
	p.mu.Unlock()
	if ch != nil {
		ch <- text
	}
}

type tryWaiters struct{ list []chan string }

// What answers skips those that have left.
func (t *tryWaiters) wait(ctx context.Context) (string, error) {
	ch := make(chan string)
	t.list = append(t.list, ch)
	select {
	case text := <-ch:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (t *tryWaiters) answer(text string) {
	for _, ch := range t.list {
		select {
		case ch <- text:
		default:
		}
	}
}
