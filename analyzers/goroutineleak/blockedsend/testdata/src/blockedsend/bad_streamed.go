package blockedsend

import "context"

type article struct{ title string }

// An articleStore is one of several.
type articleStore interface {
	Articles(ctx context.Context, size int) (chan []article, chan error)
}

type sqlArticles struct {
	next func() (article, error)
}

// Articles is exported, and its callers get a channel in both directions.
func (s *sqlArticles) Articles(ctx context.Context, size int) (chan []article, chan error) {
	out := make(chan []article, 1)
	failed := make(chan error, 1)
	go func() {
		defer close(out)
		defer close(failed)
		var list []article
		for {
			a, err := s.next()
			if err != nil {
				failed <- err
				return
			}
			list = append(list, a)
			if len(list) == size {
				out <- list // want `send on out blocks forever when its receiver has left, as at line \d+: the goroutine does not look at the context of Articles while it sends`
				list = nil
			}
		}
	}()
	return out, failed
}

type articleServer struct{ store articleStore }

// Export leaves the stream where it fails.
func (s *articleServer) Export(ctx context.Context, send func([]article) error) error {
	articles, failed := s.store.Articles(ctx, 10)
	for list := range articles {
		if err := send(list); err != nil {
			return err
		}
	}
	return <-failed
}
