package uncancellablesleep

import "time"

// The caller does not leave for the channel of this value, or nobody closes it.
type relink struct {
	pause, quit chan struct{}
	next        *relink
	dial        func() error
}

func (r *relink) serve() {
	for {
		select {
		case <-r.pause:
			r.next.again()
		case <-r.quit:
			return
		}
	}
}

func (r *relink) again() {
	for r.dial() != nil {
		time.Sleep(time.Minute)
	}
}

func (r *relink) Close() { close(r.quit) }

type unclosed struct {
	quit chan struct{}
	dial func() error
}

func (u *unclosed) serve() {
	for {
		select {
		case <-u.quit:
			return
		default:
			u.again()
		}
	}
}

func (u *unclosed) again() {
	for u.dial() != nil {
		time.Sleep(time.Minute)
	}
}
