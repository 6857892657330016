package pooled

import (
	"context"
	"io"
	"net/http"
)

// hurry ends the source on the timeout, and waits for the goroutine all the same.
func hurry(ctx context.Context, w http.ResponseWriter, from io.ReadCloser) error {
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(w, from)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		from.Close()
		<-done
		return ctx.Err()
	}
}

// both waits after the select.
func both(ctx context.Context, w http.ResponseWriter, from io.ReadCloser) {
	done := make(chan struct{})
	early := make(chan struct{})
	go func() {
		defer close(done)
		io.CopyN(w, from, 10)
		close(early)
		io.Copy(w, from)
	}()
	select {
	case <-early:
	case <-ctx.Done():
		from.Close()
	}
	<-done
}
