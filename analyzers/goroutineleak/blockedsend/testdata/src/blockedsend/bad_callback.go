package blockedsend

import (
	"context"
	"errors"
	"sync"
	"time"
)

type callbackJob struct {
	id   string
	done func(error)
}

type callbackPool struct {
	jobs chan callbackJob

	mu      sync.Mutex
	waiters map[string][]chan string
	one     map[string]chan string
}

func (p *callbackPool) loop(work func(string) error) {
	for j := range p.jobs {
		j.done(work(j.id))
	}
}

func (p *callbackPool) start(work func(string) error) { go p.loop(work) }

// The worker that calls back after the limit is lost.
func (p *callbackPool) submit(id string, limit time.Duration) error {
	res := make(chan error)
	p.jobs <- callbackJob{id: id, done: func(err error) {
		res <- err // want `send on res blocks forever when submit, which alone receives from it, has stopped waiting \(line 39\)`
	}}
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case err := <-res:
		return err
	case <-t.C:
		return errors.New("timeout")
	}
}

// The callback is passed to a function that is not known here.
func askBack(ctx context.Context, send func(reply func(string))) (string, error) {
	answer := make(chan string)
	send(func(text string) {
		answer <- text // want `send on answer blocks forever when askBack, which alone receives from it, has stopped waiting \(line 53\)`
	})
	select {
	case text := <-answer:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// What answers all that wait blocks at the one that has left, with the lock.
func (p *callbackPool) wait(ctx context.Context, key string) (string, error) {
	ch := make(chan string)
	p.mu.Lock()
	p.waiters[key] = append(p.waiters[key], ch)
	p.mu.Unlock()
	select {
	case text := <-ch:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *callbackPool) answer(key, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, ch := range p.waiters[key] {
		ch <- text // want `send on ch blocks forever when wait, which alone receives from it, has stopped waiting \(line 67\)`
	}
	delete(p.waiters, key)
}

func newCallbackPool() *callbackPool {
	return &callbackPool{jobs: make(chan callbackJob, 8), waiters: make(map[string][]chan string), one: make(map[string]chan string)}
}
