package detachedwithouttimeout

import "context"

// A jobSource may set a limit of its own.
type jobSource interface {
	Finish(ctx context.Context, id int64) error
}

func finishJob(ctx context.Context, src jobSource, id int64) error {
	return src.Finish(context.WithoutCancel(ctx), id) // want `src.Finish can block forever, and shutdown cannot cancel it: context.WithoutCancel\(ctx\) has no deadline`
}
