package usedbeforeerror

import (
	"context"
	"io"
	"net/http"
)

type answer struct {
	*http.Response
	page int
}

type tracker interface {
	Create(ctx context.Context, name string) (*lighthouse, *answer, error)
}

// create uses the second of three results.
func create(ctx context.Context, t tracker, name string) (*lighthouse, error) {
	l, resp, err := t.Create(ctx, name)
	defer resp.Body.Close() // want `panic where t.Create fails: resp is nil then, and is used before the error is tested, at line 22`
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return l, err
}

// lit is used by a function of the package, which tests nothing.
func lit(l *lighthouse) bool { return l.client != nil }

func shine(ctx context.Context, t tracker) (*answer, error) {
	l, resp, err := t.Create(ctx, "north")
	lit(l) // want `panic where t.Create fails: l is nil then`
	if err != nil {
		return nil, err
	}
	return resp, nil
}
