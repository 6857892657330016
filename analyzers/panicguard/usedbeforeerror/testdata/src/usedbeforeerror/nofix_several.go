package usedbeforeerror

import (
	"context"
	"errors"
	"io"
)

// reason reads the answer of a call that has failed, and may have got none.
func reason(ctx context.Context, t tracker) (*lighthouse, error) {
	l, resp, err := t.Create(ctx, "south")
	defer resp.Body.Close() // want `panic where t.Create fails: resp is nil then`
	text, _ := io.ReadAll(resp.Body)
	if err != nil {
		return nil, errors.New(string(text))
	}
	return l, nil
}
