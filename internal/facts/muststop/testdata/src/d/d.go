package d

import "sync"

type pump struct {
	stop chan struct{}
	once sync.Once
}

func newPump() *pump { // want newPump:"needs Stop"
	p := &pump{stop: make(chan struct{})}
	go func() { <-p.stop }()
	return p
}

func (p *pump) Stop() { p.once.Do(func() { close(p.stop) }) }

// Within one package, too.
func providePump() (*pump, func(), error) { // want providePump:"needs a call of result 1"
	p := newPump()
	return p, p.Stop, nil
}
