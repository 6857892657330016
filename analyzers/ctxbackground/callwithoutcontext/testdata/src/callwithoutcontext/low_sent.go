package callwithoutcontext

import (
	"context"
	"net/http"
)

// Callers of other packages make the request.
func Send(ctx context.Context, client *http.Client, req *http.Request) (*http.Response, error) {
	req.Header.Set("User-Agent", "harbor")
	return client.Do(req) // want `client.Do ignores ctx`
}
