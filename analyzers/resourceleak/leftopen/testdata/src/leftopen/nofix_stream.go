package leftopen

import (
	"context"
	"io"
)

type imageClient interface {
	Pull(ctx context.Context, name string) (io.ReadCloser, error)
	Stream(name string) io.ReadCloser
	Digest(name string) (string, error)
}

// The stream is neither read nor closed.
func pullImage(ctx context.Context, images imageClient, name string) error {
	_, err := images.Pull(ctx, name) // want `what images.Pull opens is dropped, and cannot be closed`
	return err
}

func pullAgain(ctx context.Context, images imageClient, name string) (err error) {
	if _, err = images.Digest(name); err != nil {
		_, err = images.Pull(ctx, name) // want `what images.Pull opens is dropped`
	}
	return err
}
