package backgroundoverparam

import "context"

// A blank parameter says that it is not wanted.
func (u *users) ignore(_ context.Context) error {
	return u.db.PingContext(context.Background()) // want `u.db.PingContext keeps running after the caller's context is canceled: it is passed context.Background\(\), and the context parameter at line 6 is blank`
}

func (u *users) Check(context.Context) error {
	return u.db.PingContext(context.TODO()) // want `u.db.PingContext keeps running`
}

// In a function literal, too: what runs it has a context for the work.
func (u *users) tasks() []func(context.Context) error {
	return []func(context.Context) error{
		func(context.Context) error {
			return u.db.PingContext(context.Background()) // want `u.db.PingContext keeps running after the caller's context is canceled: it is passed context.Background\(\), and the context parameter at line \d+ is blank`
		},
	}
}
