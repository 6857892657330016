// Package health is one of another directory of the module.
package health

import (
	"context"
	"errors"
	"io"
)

type Status struct{ Name string }

var errDown = errors.New("down")

func Refresh(name string) (*Status, error) {
	if name == "" {
		return &Status{name}, errDown
	}
	return &Status{name}, nil
}

func Find(name string) (*Status, error) {
	if name == "" {
		return nil, errDown
	}
	return &Status{name}, nil
}

type Image struct{ Body io.ReadCloser }

func Build(ctx context.Context) (Image, error) { return Image{}, ctx.Err() }
