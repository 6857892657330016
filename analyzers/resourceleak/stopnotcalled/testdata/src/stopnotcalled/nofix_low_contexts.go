package stopnotcalled

import "context"

// What has been opened may need the context.
func (b *bank) Session(parent context.Context, account string) error {
	ctx, cancel := context.WithCancel(parent) // want `cancel is not called on the return at line 12`
	if _, err := b.get(ctx, account); err != nil {
		cancel()
		return err
	}
	return nil
}
