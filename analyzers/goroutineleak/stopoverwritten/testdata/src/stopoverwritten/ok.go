package stopoverwritten

import "context"

type feed struct {
	cancel context.CancelFunc
	reads  int
}

func newFeed() *feed {
	ctx, cancel := context.WithCancel(context.Background())
	f := &feed{cancel: cancel}
	go f.loop(ctx)
	return f
}

func (f *feed) loop(ctx context.Context) { <-ctx.Done() }

// Safe: the goroutine of before is stopped first.
func (f *feed) Reset() {
	f.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	go f.loop(ctx)
}

func (f *feed) Stop() {
	if f.cancel != nil {
		f.cancel()
	}
}

// Safe: a function that it calls stops it.
func (f *feed) Reload() {
	f.Stop()
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	go f.loop(ctx)
}

// Safe: its caller stops it.
func (f *feed) renew() {
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	go f.loop(ctx)
}

func (f *feed) Switch() {
	f.Stop()
	f.renew()
}

type once struct{ cancel context.CancelFunc }

// Safe: only one function sets it.
func (o *once) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	o.cancel = cancel
	go func() { <-ctx.Done() }()
}

// Safe: no goroutine depends on it.
func (f *feed) read(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	f.cancel = cancel
	f.reads++
	<-ctx.Done()
}
