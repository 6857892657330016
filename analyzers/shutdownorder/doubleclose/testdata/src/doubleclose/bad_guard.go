package doubleclose

import "context"

// A feed is closed by its reader when that fails, and by its user.
type feed struct {
	closed chan struct{}
	source func() error
}

func openFeed(ctx context.Context, source func() error) *feed {
	f := &feed{closed: make(chan struct{}), source: source}
	go f.read()
	context.AfterFunc(ctx, func() { f.Close() })
	return f
}

func (f *feed) read() {
	for f.source() == nil {
		select {
		case <-f.closed:
			return
		default:
		}
	}
	f.Close()
}

func (f *feed) Close() {
	select {
	case <-f.closed:
	default:
		close(f.closed) // want `two calls of Close at the same time panic with "close of closed channel": both pass the test at line 30 before one closes f.closed, and no lock is held`
	}
}
