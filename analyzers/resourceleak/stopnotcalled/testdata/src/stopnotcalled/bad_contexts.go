package stopnotcalled

import (
	"context"
	"errors"
	"time"
)

type bank struct {
	get  func(ctx context.Context, account string) (int, error)
	done func()
}

func (b *bank) Balance(parent context.Context, account string) (int, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second) // want `context that context.WithTimeout derives is not canceled when its work is done: cancel is not called on the return at line 18`
	amount, err := b.get(ctx, account)
	if err != nil {
		return 0, err
	}
	cancel()
	return amount, nil
}

func (b *bank) Peek(parent context.Context, account string) (int, error) {
	ctx, _ := context.WithDeadline(parent, time.Now().Add(time.Second)) // want `context.WithDeadline derives .*: the function that cancels it is dropped`
	return b.get(ctx, account)
}

func (b *bank) Refuse(parent context.Context, account string) error {
	ctx, cancel := context.WithCancelCause(parent) // want `cancel is not called on the return at line 33`
	amount, err := b.get(ctx, account)
	if err != nil {
		return err
	}
	if amount < 0 {
		cancel(errors.New("overdrawn"))
		return errors.New("overdrawn")
	}
	cancel(nil)
	return nil
}

func (b *bank) Open(parent context.Context, account string) error {
	ctx, cancel := context.WithCancel(parent) // want `cancel is not called on the return at line 46`
	if _, err := b.get(ctx, account); err != nil {
		return err
	}
	b.done = cancel
	return nil
}

func (b *bank) Close() { b.done() }

func (b *bank) Unused(parent context.Context, account string) (int, error) {
	ctx, cancel := context.WithCancel(parent) // want `cancel is not called on any path`
	_ = cancel
	return b.get(ctx, account)
}
