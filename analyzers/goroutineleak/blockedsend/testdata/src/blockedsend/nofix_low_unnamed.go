package blockedsend

import "context"

type encoder struct{ prefix string }

// The context is ignored, and the receiver may leave with it.
func (e *encoder) encode(_ context.Context, s string, out chan<- string) error {
	out <- e.prefix + s // want `send on out blocks forever when its receivers have left with the context: the function is given one, and ignores it`
	return nil
}
