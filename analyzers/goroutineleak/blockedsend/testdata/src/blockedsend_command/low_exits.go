package blockedsend_command

import (
	"context"
	"fmt"
)

type fetch struct{ query func(context.Context) error }

// The code that it returns is what the process exits with.
func (f *fetch) Exec(ctx context.Context, name string, args []string) int {
	errs := make(chan error)
	go func() { errs <- f.query(ctx) }() // want `send on errs blocks forever when Exec returns at line \d+ without receiving .*low confidence: it runs before`
	select {
	case err := <-errs:
		fmt.Println(name, err)
		return 1
	case <-ctx.Done():
		return 1
	}
}
