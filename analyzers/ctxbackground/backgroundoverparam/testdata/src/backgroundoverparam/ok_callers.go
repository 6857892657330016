package backgroundoverparam

import "context"

// One caller has no context.
func (l *library) Warm() error { return l.load() }

func (l *library) Reload(ctx context.Context) error { return l.load() }

func (l *library) load() error {
	return l.db.PingContext(context.Background())
}

// It runs as a goroutine.
func (l *library) Touch(ctx context.Context) { go l.touch() }

func (l *library) touch() {
	_ = l.db.PingContext(context.Background())
}

// The context of the caller has ended.
func (l *library) Serve(ctx context.Context) error {
	<-ctx.Done()
	return l.last()
}

func (l *library) last() error { return l.db.PingContext(context.Background()) }

// Other code may call it, through the value.
func (l *library) Hook(ctx context.Context) func() error {
	_ = l.hooked()
	return l.hooked
}

func (l *library) hooked() error { return l.db.PingContext(context.Background()) }

// Importers may call it.
func (l *library) Check(ctx context.Context) error { return Probe(l) }

func Probe(l *library) error { return l.db.PingContext(context.Background()) }
