package stopnotcalled

import (
	"context"
	"os"
	"os/signal"
	"time"
)

// Nothing keeps the context but the call.
func (b *bank) Detached(account string) (int, error) {
	ctx, _ := context.WithCancel(context.Background()) // want `the function that cancels it is dropped`
	return b.get(ctx, account)
}

func (b *bank) Serve() error {
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt) // want `second signal has no effect during a long shutdown`
	_, err := b.get(ctx, "")
	return err
}

func init() {
	ctx, _ := context.WithTimeout(context.Background(), time.Second) // want `the function that cancels it is dropped`
	new(bank).get(ctx, "")
}
