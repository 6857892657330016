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
