package e

import (
	"context"

	"d"
)

func Both(ctx context.Context) error { // want Both:"hangs on lifecycle at d/d.go:11, runs lifecycle"
	d.Start()
	return d.Run(ctx)
}
