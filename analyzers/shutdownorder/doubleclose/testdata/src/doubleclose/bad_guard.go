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

// A latch is opened by whichever source comes first.
type latch struct{ open chan struct{} }

func (l *latch) isOpen() bool {
	select {
	case <-l.open:
		return true
	default:
		return false
	}
}

func (l *latch) Open() {
	if !l.isOpen() {
		close(l.open) // want `two calls of Open at the same time panic`
	}
}

func (l *latch) first(sources []<-chan int) {
	for _, source := range sources {
		go func() {
			<-source
			l.Open()
		}()
	}
}
