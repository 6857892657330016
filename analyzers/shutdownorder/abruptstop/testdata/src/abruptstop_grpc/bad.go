package grpcstop

import (
	"context"
	"net"

	"google.golang.org/grpc"
)

type app struct{ srv *grpc.Server }

func (a *app) stop() {
	a.srv.Stop() // want `requests in flight are dropped when the program stops: a\.srv\.Stop closes their connections`
}

func (a *app) run(ctx context.Context, ln net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- a.srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		a.stop()
		return nil
	}
}
