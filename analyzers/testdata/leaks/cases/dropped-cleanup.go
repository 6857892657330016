//leak:pattern Cleanup function that is dropped
//leak:source Uber, method contract violation; google/wire
//leak:reported goroutineleak/stop-never-called

package cases

import "sync"

func init() { All["dropped-cleanup"] = droppedCleanup }

type pump struct {
	stop chan struct{}
	once sync.Once
}

func newPump() *pump {
	p := &pump{stop: make(chan struct{})}
	go func() { <-p.stop }()
	return p
}

func (p *pump) Stop() { p.once.Do(func() { close(p.stop) }) }

func (p *pump) level() int { return cap(p.stop) }

func providePump() (*pump, func(), error) {
	p := newPump()
	return p, p.Stop, nil
}

func droppedCleanup() {
	p, _, err := providePump()
	if err != nil {
		return
	}
	_ = p.level()
}
