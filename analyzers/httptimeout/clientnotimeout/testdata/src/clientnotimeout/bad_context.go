package clientnotimeout

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// The function is given a context.
func exchanged(ctx context.Context, address string) ([]byte, error) {
	resp, err := http.Get(address) // want `http.Get never returns`
	if err != nil {
		return nil, fmt.Errorf("exchange: %w", err)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// The error is not tested after the call.
func headed(ctx context.Context, address string) bool {
	resp, err := http.Head(address) // want `http.Head never returns`
	if resp != nil {
		defer resp.Body.Close()
	}
	return err == nil
}

// The name of the request is taken.
func forwarded(ctx context.Context, req string) error {
	resp, err := http.Get(req) // want `http.Get never returns`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
