package stopoverwritten

import "time"

type gauge struct{ stop func() }

// Connect may be called once.
func (g *gauge) Connect() {
	g.stop = every(time.Second, g.read) // want `goroutine started at line 9 can no longer be stopped after a second call of Connect`
}

func (g *gauge) read() {}

func (g *gauge) Close() { g.stop() }
