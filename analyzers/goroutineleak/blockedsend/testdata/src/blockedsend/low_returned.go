package blockedsend

import "context"

type recordPage struct {
	rows []string
	err  error
}

// The error follows the end: its receiver may stay for it.
func (r *records) Pages(ctx context.Context, next func() (recordPage, error)) <-chan recordPage {
	found := make(chan recordPage)
	go func() {
		defer close(found)
		for {
			v, err := next()
			if err != nil {
				return
			}
			select {
			case found <- v:
			case <-ctx.Done():
			}
			if ctx.Err() != nil {
				found <- recordPage{err: ctx.Err()} // want `send on found blocks forever when its receivers have left: the send at line \d+ ends with the case at line \d+, and this one does not`
				return
			}
		}
	}()
	return found
}
