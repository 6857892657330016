package closebeforedrain

import "sync"

// One way through handle waits for the senders, which is not the way out.
type splitter struct {
	out chan int
	wg  sync.WaitGroup
}

func newSplitter(in <-chan int, quit <-chan struct{}) *splitter {
	s := &splitter{out: make(chan int)}
	go s.run(in, quit)
	return s
}

func (s *splitter) run(in <-chan int, quit <-chan struct{}) {
	defer func() {
		close(s.out) // want `send on closed channel panics: close\(s\.out\) does not wait for the goroutine started at line \d+, which sends at line \d+`
	}()
	for {
		select {
		case <-quit:
			return
		case v := <-in:
			s.handle(v)
		}
	}
}

func (s *splitter) handle(v int) {
	if v < 0 {
		s.wg.Wait()
		return
	}
	s.wg.Add(1)
	go s.send(v)
}

func (s *splitter) send(v int) {
	defer s.wg.Done()
	s.out <- v
}
