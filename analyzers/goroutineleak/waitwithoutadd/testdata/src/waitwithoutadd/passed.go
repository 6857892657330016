package waitwithoutadd

import (
	"log"
	"sync"
)

// The group is a pointer in a struct, and passed on.
type choir struct {
	voices *sync.WaitGroup
}

func newChoir() *choir { return &choir{voices: new(sync.WaitGroup)} }

func (c *choir) Join(name string) {
	go sing(c.voices, name)
}

func sing(all *sync.WaitGroup, name string) {
	all.Add(1) // want `the Wait at line \d+ may return too early: all\.Add runs in the goroutine that it counts, started at line \d+`
	defer all.Done()
	log.Print(name)
}

func (c *choir) Wait() { c.voices.Wait() }

// Started in two places, with the address of a variable.
func duet() {
	var both sync.WaitGroup
	go play("high", &both)
	go play("low", &both)
	both.Wait()
}

func play(part string, done *sync.WaitGroup) {
	done.Add(1) // want `the Wait at line \d+ may return too early: done\.Add runs in the goroutine that it counts, started at line \d+`
	defer done.Done()
	log.Print(part)
}

// Counted by the starter, and again for what the goroutine leaves to others.
func trio() {
	var all sync.WaitGroup
	all.Add(1)
	go lead(&all)
	all.Wait()
}

func lead(all *sync.WaitGroup) {
	all.Add(1)
	defer all.Done()
	all.Done()
}
