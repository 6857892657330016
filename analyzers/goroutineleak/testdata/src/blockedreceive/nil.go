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

// A case of a select is switched off by nil, but a close of nil panics.
type relay struct {
	name    string
	jobs    chan string
	closeCh chan struct{}
}

func newRelay(name string) *relay {
	return &relay{
		name: name,
		jobs: make(chan string),
	}
}

func (r *relay) run() {
	go func() {
		for {
			select {
			case <-r.closeCh: // want `receive from r.closeCh never happens, and the close at line 50 panics: nothing is ever assigned to r.closeCh, so it is nil`
				return
			case job := <-r.jobs:
				println(r.name, job)
			}
		}
	}()
}

func (r *relay) add(job string) { r.jobs <- job }

func (r *relay) close() {
	defer func() { _ = recover() }()
	close(r.closeCh)
}
