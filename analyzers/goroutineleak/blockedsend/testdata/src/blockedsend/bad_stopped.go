package blockedsend

import "time"

// The one that receives leaves for a stop channel, and the one that sends does not.
type Tape struct {
	frames chan int
	off    chan struct{}
	shown  int
}

func NewTape(next func() int) *Tape {
	t := &Tape{frames: make(chan int), off: make(chan struct{})}
	go func() {
		for {
			n := next()
			if n == 0 {
				return
			}
			t.frames <- n // want `send on t\.frames blocks forever after show, its receiver, leaves the loop at line \d+`
		}
	}()
	go t.show()
	return t
}

func (t *Tape) show() {
	for {
		select {
		case n := <-t.frames:
			t.shown += n
			time.Sleep(time.Millisecond)
		case <-t.off:
			return
		}
	}
}

func (t *Tape) Close() { close(t.off) }
