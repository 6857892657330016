//leak:pattern Error sent bare next to a result that can give up
//leak:source seen in services
//leak:reported goroutineleak/blocked-send

package cases

import "context"

func init() {
	All["bare-error-send"] = func() { _ = bareErrorSend(context.Background(), []int{1, 2, 3}) }
}

func bareErrorSend(ctx context.Context, ids []int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	values, errs := make(chan int), make(chan error)
	for _, id := range ids {
		go func() {
			if err := fails(); err != nil {
				errs <- err
				return
			}
			select {
			case values <- id:
			case <-ctx.Done():
			}
		}()
	}
	select {
	case <-values:
		return nil
	case err := <-errs:
		return err
	}
}
