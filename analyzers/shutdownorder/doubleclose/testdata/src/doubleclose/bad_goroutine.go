package doubleclose

import (
	"io"
	"sync"
)

// The goroutine closes it at the end of the input, and Close does.
type tail struct {
	src  io.ReadCloser
	over chan struct{}
}

func newTail(src io.ReadCloser) *tail {
	t := &tail{src: src, over: make(chan struct{})}
	go t.copyAll()
	return t
}

func (t *tail) end() {
	close(t.over) // want `the second close panics: the goroutine closes t.over at line 25 when it returns, and so does each call of Close`
}

func (t *tail) copyAll() {
	defer t.end()
	io.Copy(io.Discard, t.src)
}

func (t *tail) Over() <-chan struct{} { return t.over }

func (t *tail) Close() error {
	err := t.src.Close()
	t.end()
	return err
}

// A literal, and a method of another name that the package calls.
type meterStream struct {
	wg    sync.WaitGroup
	gone  chan bool
	lines []string
}

func newMeterStream(in <-chan string) *meterStream {
	m := &meterStream{gone: make(chan bool)}
	m.wg.Add(1)
	go func() {
		defer m.wg.Done()
		defer close(m.gone)
		for l := range in {
			m.lines = append(m.lines, l)
		}
	}()
	return m
}

func (m *meterStream) abandon() {
	close(m.gone) // want `the goroutine closes m.gone at line 49 when it returns, and so does each call of abandon`
	m.wg.Wait()
}

func meterOnce(in <-chan string) {
	m := newMeterStream(in)
	m.abandon()
}
