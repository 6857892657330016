package explicitorder

import (
	"context"
	"errors"
)

func (g *granary) end(ctx context.Context) error {
	return errors.Join(g.srv.Shutdown(ctx), g.db.Close())
}
