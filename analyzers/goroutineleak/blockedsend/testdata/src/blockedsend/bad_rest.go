package blockedsend

import "context"

// What follows the send is done whether the roster still listens or not.
type roster struct {
	gone chan string
	here map[string]bool
}

func newRoster(ctx context.Context) *roster {
	r := &roster{gone: make(chan string), here: make(map[string]bool)}
	go r.keep(ctx)
	return r
}

func (r *roster) keep(ctx context.Context) {
	for {
		select {
		case name := <-r.gone:
			delete(r.here, name)
		case <-ctx.Done():
			return
		}
	}
}

type socket interface {
	Read() error
	Close() error
}

func (r *roster) take(ctx context.Context, name string, s socket, left func(string)) {
	go func() {
		for s.Read() == nil {
		}
		r.gone <- name // want `send on r\.gone blocks forever after keep, its receiver, leaves the loop at line \d+`
		_ = s.Close()
		left(name)
	}()
}
