package blockedsend

import (
	"context"
	"sync"
)

// A gate hands on what passes it, and counts who is inside with a lock for reading.
type gate struct {
	closing sync.RWMutex
	mu      sync.Mutex
	passed  int
	through chan int
}

func newGate(ctx context.Context) *gate {
	g := &gate{through: make(chan int)}
	go g.watch(ctx)
	var inside sync.WaitGroup
	inside.Add(1)
	go g.pass(ctx, &inside)
	inside.Wait()
	return g
}

func (g *gate) watch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case i := <-g.through:
			println(i)
		}
	}
}

func (g *gate) release() { g.closing.RUnlock() }

// What follows the send gives back what was taken before it: the way out has to do
// so, too. The lock that is taken after it is not.
func (g *gate) pass(ctx context.Context, wg *sync.WaitGroup) error {
	g.closing.RLock()
	for i := range 3 {
		g.through <- i // want `send on g\.through blocks forever after watch, its receiver, leaves the loop at line \d+`
	}
	g.mu.Lock()
	g.passed++
	g.mu.Unlock()
	g.release()
	wg.Done()
	return nil
}

// What follows leaves the function as well.
func soonest(ctx context.Context, next func() func() string) string {
	answers := make(chan string)
	for ask := next(); ask != nil; ask = next() {
		go func() {
			if answer := ask(); answer != "" {
				answers <- answer // want `send on answers blocks forever when soonest returns at line \d+ before it has received all values`
				return
			}
			println("no answer")
		}()
	}
	select {
	case answer := <-answers:
		return answer
	case <-ctx.Done():
		return ""
	}
}
