package waitwithoutadd

import (
	"sync"
	"time"
)

// A desk counts who comes in, by a helper, and one who has come in may leave uncounted.
type desk struct {
	busy sync.WaitGroup
	shut func() bool
}

func (d *desk) Later(after time.Duration) *time.Timer { return time.AfterFunc(after, d.serve) }

func (d *desk) come() { d.busy.Add(1) }

func (d *desk) serve() {
	d.come()
	if d.shut() {
		return
	}
	defer d.busy.Done() // want `d\.busy\.Wait never returns after the return at line \d+, which skips d\.busy\.Done`
	println("serving")
}

func (d *desk) Close() { d.busy.Wait() }
