package waitwithoutadd

import "sync"

// The goroutines count themselves down by a function.
type limitedGroup struct {
	wg  sync.WaitGroup
	sem chan struct{}
	err error
}

func (g *limitedGroup) done() {
	if g.sem != nil {
		<-g.sem
	}
	g.wg.Done()
}

func (g *limitedGroup) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.done()
		if err := f(); err != nil {
			g.err = err
		}
	}()
}

func (g *limitedGroup) TryGo(f func() error, fail func(error)) {
	g.wg.Add(1)
	go func() {
		if err := f(); err != nil {
			fail(err)
			return
		}
		g.done() // want `wg.Wait never returns after the return at line 34, which skips g.done\(\)`
	}()
}

func (g *limitedGroup) Each(f func() error, fail func(error)) {
	g.wg.Add(1)
	go func() {
		if err := f(); err != nil {
			fail(err)
		}
		g.done()
	}()
}

func (g *limitedGroup) Wait() { g.wg.Wait() }
