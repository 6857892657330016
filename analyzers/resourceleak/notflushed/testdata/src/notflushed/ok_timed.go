package notflushed

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

// The goroutine flushes the rest when it ends.
type endsWell struct {
	in   chan string
	done chan struct{}
	file *os.File
	buf  *bufio.Writer
}

func newEndsWell(path string) (*endsWell, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	e := &endsWell{in: make(chan string), done: make(chan struct{}), file: f, buf: bufio.NewWriter(f)}
	go e.loop()
	return e, nil
}

func (e *endsWell) loop() {
	defer close(e.done)
	defer e.buf.Flush()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case line, ok := <-e.in:
			if !ok {
				return
			}
			fmt.Fprintln(e.buf, line)
		case <-tick.C:
			e.buf.Flush()
		}
	}
}

func (e *endsWell) Close() error {
	close(e.in)
	<-e.done
	return e.file.Close()
}

// Close flushes it by a function that the timer calls as well.
type synced struct {
	file *os.File
	buf  *bufio.Writer
}

func newSynced(path string) (*synced, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	s := &synced{f, bufio.NewWriter(f)}
	go func() {
		for range time.Tick(time.Second) {
			s.sync()
		}
	}()
	return s, nil
}

func (s *synced) Write(p []byte) (int, error) { return s.buf.Write(p) }

func (s *synced) sync() { s.buf.Flush() }

func (s *synced) Close() error {
	s.sync()
	return s.file.Close()
}
