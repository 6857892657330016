package leftopen

import (
	"context"
	"io"
)

// The stream is read and closed.
func pullRead(ctx context.Context, images imageClient, name string) error {
	stream, err := images.Pull(ctx, name)
	if err != nil {
		return err
	}
	defer stream.Close()
	_, err = io.Copy(io.Discard, stream)
	return err
}

// A call that cannot fail may only give what is there.
func hasStream(images imageClient, name string) bool {
	_ = images.Stream(name)
	_, err := images.Digest(name)
	return err == nil
}
