package lostbatch

import "context"

// What is full is stored, and the rest never.
type buffered struct {
	to   sink
	list []record
	done chan struct{}
}

func (w *buffered) Write(ctx context.Context, r record) error {
	w.list = append(w.list, r)
	if len(w.list) < 100 {
		return nil
	}
	list := w.list
	w.list = nil
	return w.to.Write(ctx, list)
}

func (w *buffered) Close() error {
	close(w.done) // want `what buffered.list has collected is lost: buffered.Close does not hand it on, as Write does`
	return nil
}

// The rows are those of a value that the connection holds.
type pagedConn struct {
	to   sink
	page *page
	last *record
}

func (c *pagedConn) collect(r record) error {
	c.page.total++
	c.page.pending = append(c.page.pending, r)
	if len(c.page.pending) < 10 {
		return nil
	}
	err := c.to.Write(context.Background(), c.page.pending)
	c.page.pending = nil
	return err
}

func (c *pagedConn) Close() {
	c.last = nil // want `what pagedConn.pending has collected is lost: pagedConn.Close does not hand it on, as collect does`
}
