package unrecoveredcallback

import (
	"context"
	"fmt"
)

type engine struct {
	funcs map[string]func(context.Context) (string, error)
}

type output struct {
	text string
	err  error
}

func (e *engine) Render(ctx context.Context, name string) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("render %s: %v", name, r)
		}
	}()
	fn := e.funcs[name]
	res := make(chan output, 1)
	go func() { // want `a panic in fn crashes the process: the recover deferred at line 18 is in another goroutine, and has no effect in this one`
		s, err := fn(ctx)
		res <- output{s, err}
	}()
	select {
	case o := <-res:
		return o.text, o.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
