package stopnotcalled

import "context"

// A method calls what is kept.
type ended struct{ cancel context.CancelFunc }

func newEnded(parent context.Context) (*ended, context.Context) {
	ctx, cancel := context.WithCancel(parent)
	return &ended{cancel: cancel}, ctx
}

func (e *ended) close() { e.cancel() }

// Importers may call what is kept.
type opened struct{ Cancel context.CancelFunc }

func newOpened(parent context.Context) (*opened, context.Context) {
	ctx, cancel := context.WithCancel(parent)
	return &opened{Cancel: cancel}, ctx
}

// The function calls it itself; what is kept is spare.
type kept struct{ cancel context.CancelFunc }

func newSpare(parent context.Context, work func(context.Context)) *kept {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	work(ctx)
	return &kept{cancel: cancel}
}

// It is passed on.
type passed struct{ cancel context.CancelFunc }

func newPassed(parent context.Context, register func(func())) context.Context {
	ctx, cancel := context.WithCancel(parent)
	p := &passed{cancel: cancel}
	register(p.cancel)
	return ctx
}
