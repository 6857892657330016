// Package selectoperand is the code of nofix.go, repaired.
package selectoperand

import "context"

// relay receives in a case of its own.
func relay(ctx context.Context, in <-chan string, out chan<- string) {
	for {
		select {
		case s := <-in:
			select {
			case out <- s:
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
