package main

import (
	"context"
	"net/http"
	"sync"
)

// Silent: Close takes all slots first.
type drainedNotes struct {
	store noteStore
	slots chan struct{}
}

func (d *drainedNotes) Note(line string) {
	d.slots <- struct{}{}
	go func() {
		defer func() { <-d.slots }()
		_ = d.store.Append(context.Background(), line)
	}()
}

func (d *drainedNotes) Close() error {
	for range cap(d.slots) {
		d.slots <- struct{}{}
	}
	return d.store.Close()
}

// Silent: the group is waited for.
type groupedNotes struct {
	store noteStore
	work  sync.WaitGroup
}

func (c *groupedNotes) Note(line string) {
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		_ = c.store.Append(context.Background(), line)
	}()
}

func (c *groupedNotes) Close() error {
	c.work.Wait()
	return c.store.Close()
}

// Silent: the goroutine returns because of the close.
type metricsServer struct{ srv *http.Server }

func (m *metricsServer) Begin() {
	go func() { _ = m.srv.ListenAndServe() }()
}

func (m *metricsServer) Close() error { return m.srv.Close() }
