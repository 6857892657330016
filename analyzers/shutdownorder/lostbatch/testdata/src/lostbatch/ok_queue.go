package lostbatch

import "context"

// The case that ends the loop drains the queue.
type drained struct {
	queue chan hook
	post  func(hook)
}

func newDrained(post func(hook)) *drained {
	return &drained{queue: make(chan hook, 16), post: post}
}

func (d *drained) Enqueue(h hook) bool {
	select {
	case d.queue <- h:
		return true
	default:
		return false
	}
}

func (d *drained) Run(ctx context.Context) {
	for {
		select {
		case h := <-d.queue:
			d.post(h)
		case <-ctx.Done():
			for len(d.queue) > 0 {
				d.post(<-d.queue)
			}
			return
		}
	}
}

// A queue without a buffer holds nothing.
type handing struct {
	queue chan hook
	post  func(hook)
}

func newHanding(post func(hook)) *handing { return &handing{queue: make(chan hook), post: post} }

func (d *handing) Enqueue(h hook) bool {
	d.queue <- h
	return true
}

func (d *handing) Run(ctx context.Context) {
	for {
		select {
		case h := <-d.queue:
			d.post(h)
		case <-ctx.Done():
			return
		}
	}
}

// Nothing is accepted: the sender does not say what becomes of it.
type hints struct {
	queue chan hook
	post  func(hook)
}

func newHints(post func(hook)) *hints { return &hints{queue: make(chan hook, 8), post: post} }

func (d *hints) Hint(h hook) {
	select {
	case d.queue <- h:
	default:
	}
}

func (d *hints) Run(ctx context.Context) {
	for {
		select {
		case h := <-d.queue:
			d.post(h)
		case <-ctx.Done():
			return
		}
	}
}

// Close drains what the loop has left.
type drainedLate struct {
	queue chan hook
	post  func(hook)
}

func newClosed(post func(hook)) *drainedLate {
	return &drainedLate{queue: make(chan hook, 8), post: post}
}

func (d *drainedLate) Enqueue(h hook) error {
	d.queue <- h
	return nil
}

func (d *drainedLate) Run(ctx context.Context) {
	for {
		select {
		case h := <-d.queue:
			d.post(h)
		case <-ctx.Done():
			return
		}
	}
}

func (d *drainedLate) Close() {
	for len(d.queue) > 0 {
		d.post(<-d.queue)
	}
}
