package waitwithoutadd

import (
	"log"
	wait "sync"
)

// Nobody is counted, and nothing is started that could be.
type idle struct{ wg wait.WaitGroup }

func (i *idle) Stop() {
	log.Print("stopping")
	i.wg.Wait() // want `i\.wg\.Wait\(\) returns immediately: no Add or Go counts anything in i\.wg`
}

// Nor here: the one goroutine is the one that waits, so that Close may give up.
type service struct{ wg wait.WaitGroup }

func (s *service) Close(giveUp <-chan struct{}) {
	done := make(chan struct{})
	go func() {
		s.wg.Wait() // want `s\.wg\.Wait\(\) returns immediately: no Add or Go counts anything in s\.wg`
		close(done)
	}()
	select {
	case <-done:
	case <-giveUp:
	}
}
