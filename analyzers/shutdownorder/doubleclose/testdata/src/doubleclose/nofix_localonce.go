package doubleclose

import "sync"

type Lamp struct{ off chan struct{} }

func (l *Lamp) Stop() {
	var once sync.Once
	once.Do(func() { close(l.off) }) // want `a second call of Stop panics with "close of closed channel": once, declared at line 8, is new in each call and guards nothing`
}
