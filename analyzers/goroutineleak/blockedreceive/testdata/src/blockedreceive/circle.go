package blockedreceive

import "sync"

// The wait for the workers stands in front of the close that they wait for.
func squares(n int) {
	var wg sync.WaitGroup
	jobs := make(chan int)
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs { // want `range over jobs deadlocks: the close that would unblock it, at line \d+, comes after the wait at line \d+, which waits for it \(goroutineleak/blocked-receive\)`
				println(j * j)
			}
		}()
	}
	for i := range n {
		jobs <- i
	}
	wg.Wait()
	close(jobs)
}

// Each waits for the other one to send first.
func handshake() {
	hello, welcome := make(chan string), make(chan string)
	go func() {
		<-welcome // want `receive from welcome deadlocks: the send that would unblock it, at line \d+, comes after the wait at line \d+, which waits for it`
		hello <- "hello"
	}()
	<-hello
	welcome <- "welcome"
}
