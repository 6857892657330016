package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"
)

// The goroutine writes out the rest when it has been stopped. That it has finished is only asked by those
// that add lines.
type lineWriter struct {
	lines  chan string
	w      *bufio.Writer
	cancel context.CancelFunc
	done   chan struct{}
}

func newLineWriter(w io.Writer) *lineWriter {
	ctx, cancel := context.WithCancel(context.Background())
	l := &lineWriter{lines: make(chan string), w: bufio.NewWriter(w), cancel: cancel, done: make(chan struct{})}
	go l.loop(ctx) // want `the final call of Flush at line \d+ may be interrupted when Close has returned: nothing waits for l\.loop, which Close stops`
	return l
}

func (l *lineWriter) Add(line string) {
	select {
	case l.lines <- line:
	case <-l.done:
	}
}

// Ended asks, and does not wait.
func (l *lineWriter) Ended() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

func (l *lineWriter) loop(ctx context.Context) {
	defer close(l.done)
	t := time.NewTicker(5 * time.Second)
	defer t.Stop()
	for {
		select {
		case line := <-l.lines:
			fmt.Fprintln(l.w, line)
		case <-t.C:
			_ = l.w.Flush()
		case <-ctx.Done():
			_ = l.w.Flush()
			return
		}
	}
}

func (l *lineWriter) Close() { l.cancel() }

// A batch is sent by a function value, in a method of its own.
type batcher struct {
	in        chan int
	sendBatch func([]int) error
	stop      chan struct{}
	batch     []int
}

func newBatcher(send func([]int) error) *batcher {
	b := &batcher{in: make(chan int), sendBatch: send, stop: make(chan struct{})}
	go b.run() // want `the final call of flush at line \d+ may be interrupted when Stop has returned: nothing waits for b\.run, which Stop stops`
	return b
}

func (b *batcher) run() {
	for {
		select {
		case n := <-b.in:
			b.batch = append(b.batch, n)
		case <-b.stop:
			b.flush()
			return
		}
	}
}

func (b *batcher) flush() {
	if len(b.batch) > 0 && b.sendBatch(b.batch) == nil {
		b.batch = nil
	}
}

func (b *batcher) Stop() { close(b.stop) }
