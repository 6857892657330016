package blockedsend

import "context"

// A renewer is asked to renew, and tells when it has.
type renewer struct {
	ask  chan struct{}
	done chan struct{}
}

func newRenewer(ctx context.Context, work func()) *renewer {
	r := &renewer{ask: make(chan struct{}), done: make(chan struct{}, 1)}
	go func() {
		for {
			select {
			case <-r.ask:
				work()
				select {
				case r.done <- struct{}{}:
				default: // an answer that was not waited for is still there
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return r
}

// It waits for the answer as long as its context lasts, and for the question forever.
func (r *renewer) Renew(ctx context.Context) error {
	r.ask <- struct{}{} // want `send on r.ask blocks forever after the function literal, its receiver, leaves the loop at line \d+`
	select {
	case <-r.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
