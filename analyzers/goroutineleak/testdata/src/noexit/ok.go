package noexit

import (
	"context"
	"errors"
	"log"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// The select ends with the context.
func contextAware(ctx context.Context, interval time.Duration) {
	go func() {
		t := time.NewTicker(interval)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				sweep()
			}
		}
	}()
}

// The loop ends when the listener is closed.
func accept(l net.Listener) {
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
}

// A labelled break leaves.
func labelled(done chan struct{}) {
	go func() {
	loop:
		for {
			select {
			case <-done:
				break loop
			default:
				sweep()
			}
		}
	}()
}

// A condition, even one that is not seen through.
func whileTrue(more func() bool) {
	go func() {
		for more() {
			sweep()
		}
	}()
}

// The process ends, in a helper.
func watchdog(alive func() bool) {
	go func() {
		for {
			must(alive())
			time.Sleep(time.Minute)
		}
	}()
}

func must(ok bool) {
	if !ok {
		log.Fatal("stuck")
	}
}

// The goroutine ends, but not by returning.
func quits(last func() bool) {
	go func() {
		for {
			if last() {
				runtime.Goexit()
			}
		}
	}()
}

// A panic is a way out.
func panics(n int) {
	go func() {
		for {
			if n > 3 {
				panic("too many")
			}
			n++
		}
	}()
}

// Package initialization starts it: it lives as long as the process.
func init() {
	go func() {
		for {
			sweep()
			time.Sleep(time.Second)
		}
	}()
}

// So does a goroutine that is started once for all.
var once sync.Once

func background() {
	once.Do(startBackground)
	once.Do(func() {
		go func() {
			for {
				sweep()
				time.Sleep(time.Second)
			}
		}()
	})
}

func startBackground() {
	go func() {
		for {
			sweep()
			time.Sleep(time.Second)
		}
	}()
}

// A handler of signals is there for the life of the process.
func onHangup(reload func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	go func() {
		for {
			<-c
			reload()
		}
	}()
}

// The body of the goroutine is not known.
func runs(f func()) {
	go f()
}

// No goroutine: the caller is kept on purpose.
func Serve() error {
	for {
		sweep()
		time.Sleep(time.Second)
	}
}

// A callee that may return an error which ends the loop.
func retries(ctx context.Context) {
	go func() {
		for {
			if err := fetch(ctx); errors.Is(err, context.Canceled) {
				return
			}
		}
	}()
}

// Receiving from a channel that is closed ends the loop.
func drain(in <-chan int) {
	go func() {
		for {
			_, ok := <-in
			if !ok {
				break
			}
		}
	}()
	go func() {
		for range in {
			sweep()
		}
	}()
}

// A case that leaves, by a method value, in a group.
func grouped(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	t := &task{ctx: ctx}
	g.Go(t.loop)
	return g.Wait()
}

type task struct{ ctx context.Context }

func (t *task) loop() error {
	for {
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case <-time.After(time.Second):
			sweep()
		}
	}
}

// Nope. It tells the time from time to time, and nothing else.
type logger interface {
	Debug(msg string)
	Info(msg string)
	Error(msg string)
}

func withClock(l logger) logger {
	go func() {
		for {
			time.Sleep(time.Hour)
			l.Info("time=" + time.Now().Format(time.RFC3339Nano))
		}
	}()
	return l
}

// refresh keeps the numbers fresh. There is no stop function: it writes nothing
// down, and may exit with the process.
func refresh() {
	go func() {
		for {
			time.Sleep(time.Minute)
			sweep()
		}
	}()
}

func refreshing() { go refreshes() }

// refreshes runs until the process exits.
func refreshes() {
	for {
		time.Sleep(time.Minute)
		sweep()
	}
}

// Nope. It works on the memory of the process.
func freeMemory() {
	go func() {
		for {
			time.Sleep(time.Minute)
			debug.FreeOSMemory()
		}
	}()
}

// It reminds of something, by a logger of a library.
func (r *reminder) start(d time.Duration) {
	go func() {
		for {
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
			for {
				sweep()
				time.Sleep(time.Second)
			}
		}()
	})
	r.names = append(r.names, name)
}

// What says so is meant to go on for ever.
type events struct{ in chan int }

func (e *events) Close() {}

func (e *events) start() {
	go func() {
		log.Print("here")
		e.work()
	}()
}

// work takes in events. This function will never return.
func (e *events) work() {
	for {
		if n := <-e.in; n > 0 {
			sweep()
		}
	}
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
	for {
		if _, err := conn.Write([]byte("here")); err != nil {
			log.Print(err)
			continue
		}
		e.in <- 1
	}
}

// There are as many as the program has been written for.
var mirrors = []string{"a", "b"}

type mirror struct{ latest map[string]int }

func newMirror(in chan int) *mirror {
	m := &mirror{latest: make(map[string]int)}
	for _, name := range mirrors {
		go m.follow(name, in)
	}
	return m
}

func (m *mirror) follow(name string, in chan int) {
	for {
		m.latest[name] = <-in
	}
}
