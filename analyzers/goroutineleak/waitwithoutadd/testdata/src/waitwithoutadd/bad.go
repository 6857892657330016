package waitwithoutadd

import (
	"errors"
	"log"
	wait "sync"
)

func nobody(jobs []string) {
	var wg wait.WaitGroup
	for _, job := range jobs {
		go func() {
			handle(job)
		}()
	}
	wg.Wait() // want `wg\.Wait\(\) returns immediately: no Add or Go counts anything in wg \(goroutineleak/wait-without-add\)`
}

// Workers are started elsewhere, and nobody counts them any more.
type pool struct {
	stop    chan struct{}
	workers wait.WaitGroup
}

func (p *pool) Start() { go p.run() }

func (p *pool) run() {
	<-p.stop
}

func (p *pool) Stop() {
	close(p.stop)
	p.workers.Wait() // want `p\.workers\.Wait\(\) returns immediately`
}

// Done without Add.
func uncounted() {
	var wg wait.WaitGroup
	go func() {
		defer wg.Done()
		handle("x")
	}()
	wg.Wait() // want `wg\.Wait\(\) returns immediately: no Add or Go counts anything in wg`
}

// Add without Done.
func unfinished() {
	var wg wait.WaitGroup
	wg.Add(1)
	go handle("x")
	wg.Wait() // want `wg.Wait\(\) never returns: nothing calls Done for the Add at line 49`
}

func unfinishedLiteral() {
	var wg wait.WaitGroup
	wg.Add(1)
	go func() { handle("x") }()
	wg.Wait() // want `wg.Wait\(\) never returns`
}

// The goroutine counts itself.
func late(jobs []string) {
	var wg wait.WaitGroup
	for _, job := range jobs {
		go func() {
			wg.Add(1) // want `the Wait at line \d+ may return too early: wg\.Add runs in the goroutine that it counts, started at line \d+`
			defer wg.Done()
			handle(job)
		}()
	}
	wg.Wait()
}

func lateWithArgument(jobs []string) {
	var wg wait.WaitGroup
	for _, job := range jobs {
		go func(job string) {
			log.Print(job)
			wg.Add(1) // want `wg.Add runs in the goroutine that it counts`
			handle(job)
			wg.Done()
		}(job)
	}
	wg.Wait()
}

// The same in a method, in a generic type.
type server[T any] struct {
	wg    wait.WaitGroup
	conns chan T
}

func (s *server[T]) Serve() {
	for range 4 {
		go s.loop()
	}
}

func (srv *server[T]) loop() {
	srv.wg.Add(1) // want `the Wait at line \d+ may return too early: srv\.wg\.Add runs in the goroutine that it counts, started at line \d+`
	defer srv.wg.Done()
	for range srv.conns {
	}
}

func (s *server[T]) Close() {
	close(s.conns)
	s.wg.Wait()
}

// Behind the go statement.
func behind() {
	var wg wait.WaitGroup
	go func() {
		defer wg.Done()
		handle("x")
	}()
	wg.Add(1) // want `the Wait at line \d+ may return too early`
	wg.Wait()
}

// A return in front of the Done.
func skipped(load func() error) {
	var wg wait.WaitGroup
	wg.Add(1)
	go func() {
		if err := load(); err != nil {
			log.Print(err)
			return
		}
		handle("x")
		wg.Done() // want `wg\.Wait never returns after the return at line \d+, which skips wg\.Done`
	}()
	wg.Wait()
}

// One return calls Done, the other does not, and work follows.
func skippedOnce(load func() error) {
	var wg wait.WaitGroup
	wg.Add(1)
	go func() {
		err := load()
		if errors.Is(err, errors.ErrUnsupported) {
			wg.Done()
			return
		}
		if err != nil {
			return
		}
		wg.Done() // want `wg\.Wait never returns after the return at line \d+, which skips wg\.Done`
		handle("x")
	}()
	wg.Wait()
}

// The group as a parameter.
func fan(jobs []string) {
	var wg wait.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go worker(job, &wg)
	}
	wg.Wait()
}

func worker(job string, wg *wait.WaitGroup) {
	if job == "" {
		return
	}
	handle(job)
	wg.Done() // want `wg\.Wait never returns after the return at line \d+, which skips wg\.Done`
}

func handle(string) {}

// Waits in each round for all of them.
func rounds(jobs []string) {
	var wg wait.WaitGroup
	wg.Add(len(jobs))
	for _, job := range jobs {
		go func() {
			defer wg.Done()
			handle(job)
		}()
		wg.Wait() // want `wg\.Wait\(\) in the loop at line \d+ never returns: the Add at line \d+ counts the goroutines of all iterations`
	}
}

// The only goroutine is counted in another group: the fix takes the wait away.
type flusher struct{ loopDone, flushed wait.WaitGroup }

func (f *flusher) start() {
	f.loopDone.Add(1)
	go f.loop()
}

func (f *flusher) loop() { defer f.loopDone.Done() }

func (f *flusher) stop() {
	f.loopDone.Wait()
	f.flushed.Wait() // want `f\.flushed\.Wait\(\) returns immediately`
	log.Print("flushed")
}
