package main

import (
	"bufio"
	"context"
	"time"
)

// Close waits for the channel that the goroutine closes, with a limit.
type awaitedWriter struct {
	w      *bufio.Writer
	cancel context.CancelFunc
	done   chan struct{}
}

func newAwaitedWriter(w *bufio.Writer) *awaitedWriter {
	ctx, cancel := context.WithCancel(context.Background())
	a := &awaitedWriter{w, cancel, make(chan struct{})}
	go a.loop(ctx)
	return a
}

func (a *awaitedWriter) loop(ctx context.Context) {
	defer close(a.done)
	<-ctx.Done()
	_ = a.w.Flush()
}

func (a *awaitedWriter) Close() {
	a.cancel()
	select {
	case <-a.done:
	case <-time.After(time.Second):
	}
}

// The channel is given to those that wait.
type watchedWriter struct {
	w      *bufio.Writer
	cancel context.CancelFunc
	done   chan struct{}
}

func newWatchedWriter(w *bufio.Writer) *watchedWriter {
	ctx, cancel := context.WithCancel(context.Background())
	a := &watchedWriter{w, cancel, make(chan struct{})}
	go a.loop(ctx)
	return a
}

func (a *watchedWriter) loop(ctx context.Context) {
	defer close(a.done)
	<-ctx.Done()
	_ = a.w.Flush()
}

func (a *watchedWriter) Close() { a.cancel() }

func (a *watchedWriter) Done() <-chan struct{} { return a.done }

func closeAndWait(a *watchedWriter) {
	a.Close()
	<-a.Done()
}

// What is left to do ends with the process: a log line, and a timer.
type idleWriter struct {
	stop  chan struct{}
	timer *time.Timer
}

func newIdleWriter() *idleWriter {
	i := &idleWriter{stop: make(chan struct{}), timer: time.NewTimer(time.Minute)}
	go func() {
		<-i.stop
		i.timer.Stop()
		println("stopped")
	}()
	return i
}

func (i *idleWriter) Close() { close(i.stop) }

// A poll in a loop waits.
type polledWriter struct {
	w    *bufio.Writer
	stop chan struct{}
	done chan struct{}
}

func newPolledWriter(w *bufio.Writer) *polledWriter {
	p := &polledWriter{w, make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(p.done)
		<-p.stop
		_ = p.w.Flush()
	}()
	return p
}

func (p *polledWriter) Close() {
	close(p.stop)
	for {
		select {
		case <-p.done:
			return
		default:
			time.Sleep(time.Millisecond)
		}
	}
}
