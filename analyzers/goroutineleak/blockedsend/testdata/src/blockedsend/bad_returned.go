package blockedsend

import "context"

type pin struct {
	key string
	err error
}

type pinIndex interface {
	Each(ctx context.Context, visit func(key string) bool) error
}

type pins struct{ index pinIndex }

func (p *pins) load(key string) (pin, error) { return pin{key: key}, nil }

// The values end with the context, and the errors do not.
func (p *pins) Stream(ctx context.Context) <-chan pin {
	out := make(chan pin)
	go func() {
		defer close(out)
		err := p.index.Each(ctx, func(key string) bool {
			v, err := p.load(key)
			if err != nil {
				out <- pin{err: err} // want `send on out blocks forever when its receivers have left: the send at line 30 ends with the case at line 32, and this one does not`
				return false
			}
			select {
			case out <- v:
				return true
			case <-ctx.Done():
				return false
			}
		})
		if err != nil {
			select {
			case out <- pin{err: err}:
			case <-ctx.Done():
			}
		}
	}()
	return out
}
