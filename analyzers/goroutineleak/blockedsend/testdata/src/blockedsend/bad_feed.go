package blockedsend

import "context"

type member struct{ c chan string }

// feed has a loop that serves several callers, and they call when it has left, too.
type feed struct {
	join, leave chan *member
	posts       chan string
}

func newFeed() *feed {
	return &feed{join: make(chan *member), leave: make(chan *member), posts: make(chan string)}
}

func (f *feed) Run(ctx context.Context) {
	members := make(map[*member]bool)
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-f.join:
			members[m] = true
		case m := <-f.leave:
			delete(members, m)
		case s := <-f.posts:
			for m := range members {
				select {
				case m.c <- s:
				default:
				}
			}
		}
	}
}

func (f *feed) Subscribe(ctx context.Context, m *member) error {
	select {
	case f.join <- m:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f *feed) Unsubscribe(m *member) {
	f.leave <- m // want `send on f.leave blocks forever after Run, its receiver, leaves the loop at line 21`
}
