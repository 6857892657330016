package blockedreceive

// Made nowhere, and only received from.
type barrier struct {
	open chan struct{}
}

func newBarrier() *barrier {
	g := new(barrier)
	*g = barrier{}
	return g
}

func (g *barrier) wait() {
	go println("waiting")
	<-g.open // want `receive from g.open blocks for ever: nothing is ever assigned to g.open, so it is nil \(goroutineleak/blocked-receive\)`
}
