package waitwithoutadd

import (
	"io"
	"sync"
)

type bridge struct{ copies int }

func (r *bridge) pump(group *sync.WaitGroup, dst io.Writer, src io.Reader) {
	defer group.Done()
	io.Copy(dst, src)
}

// both has the group counted down by a method, and does not wait.
func (r *bridge) both(a, b io.ReadWriter) {
	group := &sync.WaitGroup{} // want `nothing waits for the goroutines of group: there is no group.Wait\(\)`
	group.Add(2)
	go r.pump(group, a, b)
	go r.pump(group, b, a)
}

func (r *bridge) quiet(group *sync.WaitGroup) { r.copies++ }

func (r *bridge) once() {
	var group sync.WaitGroup
	group.Add(1)
	go r.quiet(&group)
	group.Wait() // want `group.Wait\(\) never returns: nothing calls Done for the Add at line 27`
}

func literal(work func()) {
	var group sync.WaitGroup
	group.Add(1)
	go func(g *sync.WaitGroup) {
		work()
	}(&group)
	group.Wait() // want `group.Wait\(\) never returns: nothing calls Done for the Add at line 34`
}

// some have one goroutine that is counted and does not say when it ends.
func some(first, second bool, work func()) {
	group := new(sync.WaitGroup)
	if first {
		group.Add(1)
		go func() {
			work()
			group.Done()
		}()
	}
	if second {
		group.Add(1) // want `group.Wait\(\) never returns: the goroutine started at line 53 for this Add does not call Done`
		go func() {
			work()
		}()
	}
	group.Wait()
}

type farm struct {
	group sync.WaitGroup
	jobs  chan func()
}

func newFarm() *farm { return &farm{jobs: make(chan func())} }

func (f *farm) start() {
	f.group.Add(1)
	go f.work()
	f.group.Add(1) // want `f.group.Wait\(\) never returns: the goroutine started at line 71 for this Add does not call Done`
	go f.feed()
}

func (f *farm) work() {
	defer f.group.Done()
	for job := range f.jobs {
		job()
	}
}

func (f *farm) feed() {
	for range 3 {
		f.jobs <- func() {}
	}
	close(f.jobs)
}

func (f *farm) Stop() { f.group.Wait() }
