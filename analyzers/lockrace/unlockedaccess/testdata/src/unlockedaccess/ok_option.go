package unlockedaccess

import "sync"

// An option is applied before anybody else has the poller, wherever that is.
type PollerOption interface{ Apply(*Poller) error }

type Poller struct {
	mu    sync.Mutex
	once  bool
	files []string
}

type onceOption bool

func (o onceOption) Apply(p *Poller) error { p.once = bool(o); return nil }

func (p *Poller) Poll(file string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.once {
		p.files = append(p.files, file)
	}
}
