package closebeforedrain

import (
	"net/http"
	"sync"
	"time"
)

type subscriber struct{ out chan string }

type board struct {
	join, leave chan *subscriber
	stop        chan struct{}
}

func newBoard() *board {
	b := &board{join: make(chan *subscriber), leave: make(chan *subscriber), stop: make(chan struct{})}
	go b.loop()
	return b
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := &subscriber{out: make(chan string)}
	b.join <- s
	go func() {
		<-r.Context().Done()
		b.leave <- s
	}()
	for line := range s.out {
		_, _ = w.Write([]byte(line))
	}
}

// That it waits to be told is no wait for the requests.
func (b *board) loop() {
	all := make(map[*subscriber]bool)
	for {
		select {
		case s := <-b.join:
			all[s] = true
		case s := <-b.leave:
			delete(all, s)
		case <-b.stop:
			close(b.join)  // want `send on closed channel panics: close\(b\.join\) does not wait for requests in flight \(ServeHTTP\), which sends at line \d+`
			close(b.leave) // want `send on closed channel panics: close\(b\.leave\) does not wait for the goroutine started at line \d+, which sends at line \d+`
			return
		}
	}
}

func (b *board) end() { close(b.stop) }

// The lock that the one takes is not that of the other, and a pause is no wait.
type relay struct {
	mu   sync.Mutex
	dead bool
	out  chan string
	stop chan struct{}
}

func newRelay() *relay { return &relay{out: make(chan string), stop: make(chan struct{})} }

type relays struct {
	mu  sync.Mutex
	all []*relay
}

func (r *relays) add(one *relay, in <-chan string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, one)
	go one.run(in)
}

func (r *relay) run(in <-chan string) {
	for {
		select {
		case <-r.stop:
			return
		case line := <-in:
			r.out <- line
		}
	}
}

func (r *relay) cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dead {
		return
	}
	r.dead = true
	close(r.stop)
	time.Sleep(time.Millisecond)
	close(r.out) // want `close\(r.out\) does not wait for the goroutine started at line \d+`
}
