package explicitorder_apart

import (
	"context"

	"explicitorder_apart/api"
	"explicitorder_apart/pool"
)

// Requests in flight find the store closed.
func runTitles(ctx context.Context, titles *pool.Titles) error {
	srv := api.New(titles, pool.New())
	<-ctx.Done()
	if err := titles.Close(); err != nil { // want `titles.Close runs before srv.Stop\(ctx\) \(line \d+\): requests in flight still use it \(explicitorder_apart/api/ok.go:\d+\)`
		return err
	}
	return srv.Stop(ctx)
}
