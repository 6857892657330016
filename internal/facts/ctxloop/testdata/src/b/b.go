package b

import (
	"context"

	"a"
)

func Passes(ctx context.Context) { a.Waits(ctx) } // want Passes:"loops until its context ends"
