package callwithoutcontext

import (
	"context"
	"net/http"
)

// The client may set a limit.
func get(ctx context.Context, client *http.Client) error {
	resp, err := client.Get("https://example.com") // want `client.Get ignores ctx: .*; NewRequestWithContext takes it`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
