package backgroundoverparam

import "context"

// Something else than the end of the function may cancel it.
func (i *intake) canceled(ctx context.Context) error {
	run, cancel := context.WithCancel(context.Background())
	defer cancel()
	context.AfterFunc(ctx, cancel)
	return i.users.db.PingContext(run)
}

// The goroutine ends with the function, which waits for the caller's context.
func (i *intake) beside(ctx context.Context) error {
	run, cancel := context.WithCancel(context.Background())
	defer cancel()
	go i.ping(run)
	<-ctx.Done()
	return ctx.Err()
}

func (i *intake) ping(ctx context.Context) { _ = i.users.db.PingContext(ctx) }
