package explicitorder

import "context"

// Requests for metrics use no database, going by the name.
func (a *app) stopMetrics(ctx context.Context) error {
	a.db.Close() // want `a\.db\.Close runs before a\.metrics\.Shutdown`
	return a.metrics.Shutdown(ctx)
}
