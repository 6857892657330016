package unguardedfield

import "sync"

// The goroutine uses another field, has ended, or waits before it uses the field.
func relayOther(id string) {
	failure := tryRelay(1)
	go noteAttempt(failure)
	failure.tries++
}

func relayWaited(id string) {
	failure := tryRelay(1)
	var group sync.WaitGroup
	group.Go(func() {})
	done := make(chan struct{})
	go func() {
		defer close(done)
		noteAttempt(failure)
	}()
	<-done
	failure.text = id
}

func relayHelper(id string, group *sync.WaitGroup) {
	failure := tryRelay(1)
	group.Add(1)
	go func() {
		defer group.Done()
		noteAttempt(failure)
	}()
	settleAll(group)
	failure.text = id
}

func settleAll(group *sync.WaitGroup) { group.Wait() }

func relayLater(id string) {
	failure := tryRelay(1)
	ready := make(chan struct{})
	go func() {
		<-ready
		noteAttempt(failure)
	}()
	failure.text = id
	close(ready)
}

// It is written before the goroutine is started, or is another object.
func relayBefore(id string) {
	failure := tryRelay(1)
	failure.text = id
	go noteAttempt(failure)
}

func relayEach(ids []string) {
	for i, id := range ids {
		failure := tryRelay(i)
		failure.text = id
		go noteAttempt(failure)
	}
}

func relayNext(id string) {
	failure := tryRelay(1)
	go noteAttempt(failure)
	failure = tryRelay(2)
	failure.text = id
}

// Only one of the two happens.
func relayEither(id string, later bool) {
	failure := tryRelay(1)
	if later {
		go noteAttempt(failure)
	} else {
		failure.text = id
	}
}

// The loops choose among two objects, which no goroutine has.
func relayChosen(ids [][]string) *attempt {
	var best, last *attempt
	for i := range ids {
		for j, id := range ids[i] {
			if best == nil {
				best = last
			}
			last = best
			if last != nil {
				last.text = id
			}
			go println(j)
		}
		best, last = last, best
	}
	return best
}
