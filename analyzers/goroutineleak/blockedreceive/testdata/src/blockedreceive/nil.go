package blockedreceive

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
			case <-r.closeCh: // want `receive from r\.closeCh blocks forever, and the close at line \d+ panics: r\.closeCh is nil, because nothing is assigned to it`
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
