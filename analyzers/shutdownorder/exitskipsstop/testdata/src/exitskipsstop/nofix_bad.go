package exitskipsstop

import (
	"context"
	"os"
)

func (a *app) Shutdown(ctx context.Context, done <-chan struct{}) {
	select {
	case <-done:
		if err := a.api.Shutdown(ctx); err != nil {
			os.Exit(1) // want `a.admin.Shutdown \(line 14\) is never called when a.api.Shutdown fails`
		}
		a.admin.Shutdown(ctx)
	}
}
