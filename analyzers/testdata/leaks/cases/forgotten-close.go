//leak:pattern Stop channel that nothing closes
//leak:source LeakProf, unreachable done case
//leak:reported goroutineleak/stop-never-signalled

package cases

func init() { All["forgotten-close"] = func() { newListener().add(1) } }

type listener struct {
	events chan int
	quit   chan struct{}
}

func newListener() *listener {
	l := &listener{events: make(chan int), quit: make(chan struct{})}
	go l.loop()
	return l
}

func (l *listener) loop() {
	for {
		select {
		case <-l.events:
		case <-l.quit:
			return
		}
	}
}

func (l *listener) add(n int) { l.events <- n }
