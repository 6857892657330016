// Package rules evaluates rules in memory, and Fetch gets them from elsewhere.
package rules

import (
	"context"
	"net/http"
)

type Set struct {
	rules []func(ctx context.Context, in any) bool
}

func (s *Set) Eval(in any) (bool, error) { return s.EvalContext(context.Background(), in) }

func (s *Set) EvalContext(ctx context.Context, in any) (bool, error) {
	for _, r := range s.rules {
		if !r(ctx, in) {
			return false, nil
		}
	}
	return true, nil
}

func Fetch(url string) error { return FetchContext(context.Background(), url) }

func FetchContext(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
