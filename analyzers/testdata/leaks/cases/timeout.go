//leak:pattern Timeout leak
//leak:source Uber; GFix, single sending
//leak:reported goroutineleak/blocked-send

package cases

import "context"

func init() {
	All["timeout"] = func() {
		ctx, cancel := soon()
		defer cancel()
		_ = timeout(ctx)
	}
}

func timeout(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
