package stopnotcalled

import (
	"context"
	"time"
)

func (b *bank) Total(parent context.Context, accounts []string) (total int) {
	for _, a := range accounts {
		ctx, cancel := context.WithTimeout(parent, time.Second) // want `cancel is not called before the next iteration of the loop`
		amount, err := b.get(ctx, a)
		if err != nil {
			continue
		}
		total += amount
		cancel()
	}
	return total
}
