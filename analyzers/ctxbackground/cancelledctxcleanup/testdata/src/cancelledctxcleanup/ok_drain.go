package cancelledctxcleanup

import "context"

// The workers have a context that the signal does not end.
func deliverDetached(ctx context.Context, send func(ctx context.Context, letter string) error) {
	l := newLetters(32, send)
	l.Start(context.WithoutCancel(ctx))
	<-ctx.Done()
	l.Close()
}

// The queue is drained before the context ends.
func deliverAll(ctx context.Context, list []string, send func(ctx context.Context, letter string) error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	l := newLetters(32, send)
	l.Start(ctx)
	for _, letter := range list {
		l.queue <- letter
	}
	l.Close()
}

// Two objects.
func deliverBoth(ctx context.Context, send func(ctx context.Context, letter string) error) {
	l, other := newLetters(32, send), newLetters(32, send)
	other.Start(context.Background())
	l.Start(ctx)
	<-ctx.Done()
	other.Close()
}

// The workers return when the context has ended.
func (l *letters) Until(ctx context.Context) {
	l.wg.Add(1)
	go func() {
		defer l.wg.Done()
		for letter := range l.queue {
			if ctx.Err() != nil {
				return
			}
			_ = l.send(ctx, letter)
		}
	}()
}

func deliverUntil(ctx context.Context, send func(ctx context.Context, letter string) error) {
	l := newLetters(32, send)
	l.Until(ctx)
	<-ctx.Done()
	l.Close()
}
