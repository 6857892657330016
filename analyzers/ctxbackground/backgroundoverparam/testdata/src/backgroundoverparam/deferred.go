package backgroundoverparam

import "context"

type intake struct{ users *users }

// The function's own cancel comes when it returns, and the caller's is ignored.
func (i *intake) consume(ctx context.Context) error {
	run, cancel := context.WithCancel(context.TODO()) // want `i.users.db.PingContext keeps running after the caller's context is canceled: it is passed context.TODO\(\), not ctx`
	defer cancel()
	return i.users.db.PingContext(run)
}
