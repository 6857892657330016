package doubleclose

import "sync"

// What stops the loop, and what the loop closes when it has returned, are two channels.
type looper struct{ stop, done chan struct{} }

func (l *looper) loop() {
	defer close(l.done)
	<-l.stop
}

func (l *looper) Stop(once *sync.Once) {
	once.Do(func() { close(l.stop) })
	<-l.done
}

// A loop that has nothing to do leaves the channel to the other one.
type idler struct {
	idle bool
	out  chan int
}

func (i *idler) Run(n int) {
	if i.idle {
		return
	}
	defer close(i.out)
	for k := range n {
		i.out <- k
	}
}

func (i *idler) Skip(why string) { close(i.out) }
