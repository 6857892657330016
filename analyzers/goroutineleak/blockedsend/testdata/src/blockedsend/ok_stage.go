package blockedsend

import "context"

// The send ends with the context, too.
func Selected(ctx context.Context, q queue) <-chan string {
	ids := make(chan string)
	go func() {
		defer close(ids)
		for {
			id, err := q.Next(ctx)
			if err != nil {
				return
			}
			select {
			case ids <- id:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ids
}

// Nothing ends the context.
func NeverCanceled(q queue) <-chan string {
	ids := make(chan string)
	go func() {
		defer close(ids)
		for {
			id, err := q.Next(context.Background())
			if err != nil {
				return
			}
			ids <- id
		}
	}()
	return ids
}
