package a

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

type Gate struct {
	mu    sync.Mutex
	owner string
	since time.Time
	count atomic.Int64
	done  chan struct{}
	file  *os.File
	then  func()
}

func (g *Gate) End() { // want End:"in memory"
	g.mu.Lock()
	defer g.mu.Unlock()
	g.owner, g.since = "", time.Time{}
	g.leave()
}

func (g *Gate) leave() { g.count.Add(int64(-len(g.owner))) }

func (g *Gate) Told() error { // want Told:"in memory"
	fmt.Println("ended")
	return nil
}

// Others are told, or the file is.

func (g *Gate) Open() { close(g.done) }

func (g *Gate) Signal() { g.done <- struct{}{} }

func (g *Gate) Await() { <-g.done }

func (g *Gate) Later() { go g.leave() }

func (g *Gate) Flush() error { return g.file.Sync() }

func (g *Gate) Hook() { g.then() }

func (g *Gate) Deep() { g.deeper() }

func (g *Gate) deeper() { g.Deep() }

func (g *Gate) Move(to string) { g.owner = to } // is not deferred as it is
