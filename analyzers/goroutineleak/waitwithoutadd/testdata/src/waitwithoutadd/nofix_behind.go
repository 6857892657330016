package waitwithoutadd

import "sync"

// Counted, the goroutine would wait for the close, and the close for the goroutine.
type tap struct {
	drops chan int
	group sync.WaitGroup
}

func newTap() *tap {
	t := &tap{drops: make(chan int)}
	go t.collect()
	return t
}

func (t *tap) collect() {
	for range t.drops {
	}
}

func (t *tap) shut() {
	t.group.Wait() // want `t\.group\.Wait\(\) returns immediately`
	close(t.drops)
}
