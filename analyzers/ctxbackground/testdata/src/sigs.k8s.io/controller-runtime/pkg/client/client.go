package client

import "context"

type Object interface{ GetName() string }

type Reader interface {
	Get(ctx context.Context, name string, obj Object) error
}

type Writer interface {
	Create(ctx context.Context, obj Object) error
	Update(ctx context.Context, obj Object) error
}

type Client interface {
	Reader
	Writer
}
