package waitwithoutadd

import "sync"

// Two goroutines that count themselves, started side by side.
type pair struct{ wg sync.WaitGroup }

func (s *pair) Start(up, down func()) {
	go func() {
		s.wg.Add(1) // want `the Wait at line \d+ may return too early: s\.wg\.Add runs in the goroutine that it counts, started at line \d+`
		defer s.wg.Done()
		up()
	}()
	go func() {
		s.wg.Add(1) // want `the Wait at line \d+ may return too early: s\.wg\.Add runs in the goroutine that it counts, started at line \d+`
		defer s.wg.Done()
		down()
	}()
}

func (s *pair) Stop() {
	s.wg.Wait()
}

// One goroutine that counts itself, and each of those that it starts.
type consumer struct{ wg sync.WaitGroup }

func (s *consumer) Start(in <-chan string) {
	go func() {
		s.wg.Add(1) // want `the Wait at line \d+ may return too early: s\.wg\.Add runs in the goroutine that it counts, started at line \d+`
		defer s.wg.Done()
		for v := range in {
			go func() {
				s.wg.Add(1) // want `the Wait at line \d+ may return too early: s\.wg\.Add runs in the goroutine that it counts, started at line \d+`
				defer s.wg.Done()
				s.handle(v)
			}()
		}
	}()
}

func (s *consumer) handle(string) {}

func (s *consumer) Stop() {
	s.wg.Wait()
}

// What the starter adds is for the goroutine, which adds for another.
type nestedPair struct{ wg sync.WaitGroup }

func (s *nestedPair) Start(up, down func()) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		s.wg.Add(1)
		go func() {
			defer s.wg.Done()
			up()
		}()
		down()
	}()
}

func (s *nestedPair) Stop() {
	s.wg.Wait()
}

// The child's count is taken before it starts.
type handedOn struct{ wg sync.WaitGroup }

func (s *handedOn) Start(up, down func()) {
	s.wg.Go(func() {
		s.wg.Add(1)
		go s.child(up)
		down()
	})
}

func (s *handedOn) child(up func()) {
	defer s.wg.Done()
	up()
}

func (s *handedOn) Stop() {
	s.wg.Wait()
}

// The goroutine that counts itself is what a literal calls, which recovers.
type guarded struct {
	wg    sync.WaitGroup
	conns chan int
}

func (g *guarded) Start(caught func(any)) {
	go func() {
		defer func() { caught(recover()) }()
		g.loop()
	}()
}

func (g *guarded) loop() {
	g.wg.Add(1) // want `g.wg.Add runs in the goroutine that it counts`
	defer func() { g.wg.Done() }()
	for range g.conns {
	}
}

func (g *guarded) Stop() {
	close(g.conns)
	g.wg.Wait()
}
