package callwithoutcontext

import (
	"context"

	"google.golang.org/api/drive"
)

func size(ctx context.Context, svc *drive.Service, id string) (int64, error) {
	f, err := svc.Get(id).Fields("size").Do() // want `Do ignores ctx: .*; Context takes it`
	if err != nil {
		return 0, err
	}
	return f.Size, nil
}

func sized(ctx context.Context, svc *drive.Service, id string) (int64, error) {
	f, err := svc.Get(id).Context(ctx).Fields("size").Do()
	if err != nil {
		return 0, err
	}
	return f.Size, nil
}

func kept(ctx context.Context, svc *drive.Service, id string) (*drive.File, error) {
	call := svc.Get(id)
	call = call.Context(ctx)
	return call.Do()
}

// The other call gets the context, and this one does not.
func taken(ctx context.Context, svc *drive.Service, id, old string) (*drive.File, error) {
	_, _ = svc.Get(old).Do() // want `Do ignores ctx`
	return svc.Get(id).Context(ctx).Do()
}
