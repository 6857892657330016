// Package json stands for the real one.
package json

import "context"

func Marshal(v any) ([]byte, error) { return nil, nil }

func MarshalContext(ctx context.Context, v any) ([]byte, error) { return nil, nil }
