package waitwithoutadd

import (
	"io"
	"sync"
)

// eachSource hands its group on, two calls deep.
func eachSource(sources []io.Reader) {
	group := new(sync.WaitGroup)
	for _, src := range sources {
		group.Add(1)
		go drainFor(group, src)
	}
	group.Wait()
}

func drainFor(group *sync.WaitGroup, src io.Reader) {
	drainAll(src, group)
}

func drainAll(src io.Reader, group *sync.WaitGroup) {
	defer group.Done()
	io.Copy(io.Discard, src)
}

// beginOne returns before its goroutines: its caller waits.
func beginOne(group *sync.WaitGroup, work func()) {
	group.Add(1)
	go func() {
		defer group.Done()
		work()
	}()
}

func beginBoth(a, b func()) {
	group := &sync.WaitGroup{}
	beginOne(group, a)
	beginOne(group, b)
	waitFor(group)
}

func waitFor(group *sync.WaitGroup) { group.Wait() }

// kept is waited for by who gets it.
func kept(work func()) *sync.WaitGroup {
	group := &sync.WaitGroup{}
	beginOne(group, work)
	return group
}

// countedByHelper is counted down by a helper of the goroutine.
func countedByHelper(work func()) {
	var group sync.WaitGroup
	finish := func() { group.Done() }
	group.Add(1)
	go func() {
		work()
		finish()
	}()
	group.Wait()
}
