package usedbeforeerror

import (
	"context"
	"errors"
	"io"
	"strings"
)

// The body is there, whatever happens.
func buildAlways(ctx context.Context) (built, error) {
	return built{Body: io.NopCloser(strings.NewReader(""))}, ctx.Err()
}

func buildSurely(ctx context.Context) error {
	res, err := buildAlways(ctx)
	defer res.Body.Close()
	if err != nil {
		return err
	}
	return nil
}

// A field that is no interface may be read.
func system(ctx context.Context, tar io.Reader) (string, error) {
	res, err := build(ctx, tar)
	name := res.OS
	if err != nil {
		return name, err
	}
	if name == "" {
		return "", errors.New("no system")
	}
	return name, res.Body.Close()
}

// The body is set in any case.
func buildOr(ctx context.Context, tar io.Reader) error {
	res, err := build(ctx, tar)
	res.Body = io.NopCloser(tar)
	defer res.Body.Close()
	if err != nil {
		return err
	}
	return nil
}
