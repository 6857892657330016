package detachedwithouttimeout

import "context"

// The cancel function would have to be returned as well.
func unbound(ctx context.Context) context.Context {
	return context.WithoutCancel(ctx) // want `t\.Commit can block forever`
}

func throughUnbound(ctx context.Context, t tx) error { return t.Commit(unbound(ctx)) }
