package doubleclose

import "io"

// A Beacon is closed by a defer and on the error path, as each io.Closer may be.
type Beacon struct {
	quit chan struct{}
	done chan struct{}
}

func (b *Beacon) Close() error {
	close(b.quit) // want `a second call of Close panics with "close of closed channel": every call closes b.quit`
	<-b.done
	return nil
}

var _ io.Closer = (*Beacon)(nil)

// A Gauger says that it may be stopped again.
type Gauger struct{ quit chan struct{} }

// Stop ends the sweeper. It may be called more than once.
func (s *Gauger) Stop() {
	close(s.quit) // want `a second call of Stop panics`
}

// A Valve says who stops it.
type Valve struct{ quit chan struct{} }

// Stop may be called from the signal handler as well as from the error path.
func (v *Valve) Stop() {
	close(v.quit) // want `a second call of Stop panics`
}

// A Siphon says that it may not.
type Siphon struct{ quit chan struct{} }

// Close ends the tail. It must be called once.
func (t *Siphon) Close() { close(t.quit) }
