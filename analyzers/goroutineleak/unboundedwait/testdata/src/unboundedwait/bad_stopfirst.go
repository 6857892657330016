package unboundedwait

import (
	"context"

	"google.golang.org/grpc"
)

type backend struct{ rpc *grpc.Server }

// What is asked before the wait says nothing about its end.
func (b *backend) Halt(ctx context.Context) error {
	if ctx.Err() != nil {
		b.rpc.Stop()
		return ctx.Err()
	}
	b.rpc.GracefulStop() // want `b\.rpc\.GracefulStop\(\) in Halt ignores ctx, and may block after it is done`
	return nil
}

// The context stops it during the wait.
func (b *backend) HaltLimited(ctx context.Context) error {
	defer context.AfterFunc(ctx, b.rpc.Stop)()
	b.rpc.GracefulStop()
	return ctx.Err()
}
