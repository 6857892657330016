package blockedsend

import (
	"context"
	"sync"
)

// A ferry takes one passenger at a time.
type ferry struct {
	inside chan struct{}
}

func newFerry() *ferry { return &ferry{inside: make(chan struct{}, 1)} }

// Visit keeps its place when the visitor has left early.
func (t *ferry) Visit(ctx context.Context, show func(context.Context) error) error {
	select {
	case t.inside <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err := show(ctx)
	<-t.inside
	return err
}

func (t *ferry) Empty() {
	t.inside <- struct{}{} // want "send on t.inside blocks forever"
	<-t.inside
}

// A choir unregisters a singer in the goroutine that alone receives from leave.
type choir struct {
	join, leave chan *singer
	song        chan string
	singers     map[*singer]bool
}

type singer struct{ sheet chan string }

func newChoir() *choir {
	return &choir{join: make(chan *singer), leave: make(chan *singer), song: make(chan string), singers: map[*singer]bool{}}
}

func (c *choir) Run() {
	for {
		select {
		case s := <-c.join:
			c.singers[s] = true
		case s := <-c.leave:
			delete(c.singers, s)
		case title := <-c.song:
			for s := range c.singers {
				select {
				case s.sheet <- title:
				default:
					c.Leave(s)
				}
			}
		}
	}
}

func (c *choir) Join(s *singer)     { c.join <- s }
func (c *choir) Leave(s *singer)    { c.leave <- s } // want "send on c.leave blocks forever"
func (c *choir) Sing(title string)  { c.song <- title }
func (c *choir) Count(of chan int)  { of <- 1 }
func (c *choir) Everyone() []string { return nil }

// A kitchen waits for cooks that still hand out dishes.
type kitchen struct {
	orders chan string
	dishes chan string
	cooks  sync.WaitGroup
}

func newKitchen() *kitchen {
	k := &kitchen{orders: make(chan string), dishes: make(chan string)}
	for range 2 {
		k.cooks.Add(1)
		go func() {
			defer k.cooks.Done()
			for o := range k.orders {
				k.dishes <- o + " done" // want "send on k.dishes deadlocks"
			}
		}()
	}
	return k
}

func (k *kitchen) Order(o string) { k.orders <- o }

func (k *kitchen) Close() []string {
	close(k.orders)
	k.cooks.Wait()
	close(k.dishes)
	var all []string
	for d := range k.dishes {
		all = append(all, d)
	}
	return all
}
