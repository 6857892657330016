package noexit

import (
	"log"
	"net"
	"runtime/debug"
	"sync"
	"time"
)

// It is started once for all.
var once sync.Once

func background() {
	once.Do(startBackground)
	once.Do(func() {
		go func() {
			for { // want `goroutine started at line \d+ cannot be stopped`
				sweep()
				time.Sleep(time.Second)
			}
		}()
	})
}

func startBackground() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			sweep()
			time.Sleep(time.Second)
		}
	}()
}

// It tells the time from time to time, and nothing else.
type logger interface {
	Debug(msg string)
	Info(msg string)
	Error(msg string)
}

func withClock(l logger) logger {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			time.Sleep(time.Hour)
			l.Info("time=" + time.Now().Format(time.RFC3339Nano))
		}
	}()
	return l
}

// It works on the memory of the process.
func freeMemory() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			time.Sleep(time.Minute)
			debug.FreeOSMemory()
		}
	}()
}

// It reminds of something, by a logger of a library.
func (r *reminder) start(d time.Duration) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			log.Printf("%d done: take the setting away", r.n)
			time.Sleep(d)
		}
	}()
}

type reminder struct{ n int }

// Once for the one that there is.
type registry struct {
	started sync.Once
	names   []string
}

var global = &registry{}

func (r *registry) add(name string) {
	r.started.Do(func() {
		go func() {
			for { // want `goroutine started at line \d+ cannot be stopped`
				sweep()
				time.Sleep(time.Second)
			}
		}()
	})
	r.names = append(r.names, name)
}

// It serves for as long as one of them does.
func (e *events) listen(conns []net.Conn) {
	fail := make(chan bool)
	for _, conn := range conns {
		go func() {
			e.answer(conn)
			fail <- true
		}()
	}
	<-fail
}

func (e *events) answer(conn net.Conn) {
	for { // want `goroutine started at line \d+ cannot be stopped`
		if _, err := conn.Write([]byte("here")); err != nil {
			log.Print(err)
			continue
		}
		e.in <- 1
	}
}

// It works on what it has been given, and nobody wants it to end: what is sent to it while the
// value lives, what comes in between, and what somebody has made.
type board struct {
	mu     sync.Mutex
	scores map[string]int
	news   chan string
}

func newBoard() *board {
	b := &board{scores: make(map[string]int), news: make(chan string)}
	go b.follow()
	return b
}

func (b *board) follow() {
	idle := time.After(0)
	for { // want `goroutine started at line \d+ cannot be stopped`
		select {
		case name := <-b.news:
			b.mu.Lock()
			b.scores[name]++
			b.mu.Unlock()
			idle = time.After(time.Minute)
		case <-idle:
			log.Print("nothing new")
		}
	}
}

func logErrors(errs <-chan error) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			log.Print(<-errs)
		}
	}()
}
