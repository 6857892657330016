package statusnotchecked

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

func get(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
}

// The HTML of an error page becomes the file.
func mirror(ctx context.Context, url, path string) error {
	req, err := get(ctx, url)
	if err != nil {
		return err
	}
	resp, err := client.Do(req) // want `an error page counts as the result: the body of the response of client.Do is used \(line 33\), and nothing looks at its status`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	if err != nil {
		return fmt.Errorf("mirror: %w", err)
	}
	return os.WriteFile(path, b, 0o644)
}

// What was not accepted counts as sent.
func notify(ctx context.Context, url string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		return err
	}
	resp, err := client.Do(req) // want `a request that the server refuses counts as success: nothing looks at the status of the response of client.Do`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return nil
}
