package blockedsend

import "context"

// A booth gives its place back on each way out.
type booth struct{ place chan struct{} }

func newBooth() *booth { return &booth{place: make(chan struct{}, 1)} }

func (b *booth) Call(ctx context.Context, talk func(context.Context) error) error {
	select {
	case b.place <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-b.place }()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return talk(ctx)
}

// A permit is acquired in one call and released in another.
type permit struct{ c chan struct{} }

func newPermit(n int) *permit { return &permit{c: make(chan struct{}, n)} }

func (p *permit) Acquire() { p.c <- struct{}{} }
func (p *permit) Release() { <-p.c }

// A post serves others while it runs, and lets them go when it is closed.
type post struct {
	letters chan string
	closed  chan struct{}
}

func newPost() *post {
	p := &post{letters: make(chan string), closed: make(chan struct{})}
	go func() {
		for {
			select {
			case <-p.letters:
			case <-p.closed:
				return
			}
		}
	}()
	return p
}

func (p *post) Send(l string) bool {
	select {
	case p.letters <- l:
		return true
	case <-p.closed:
		return false
	}
}

func (p *post) Close() { close(p.closed) }
