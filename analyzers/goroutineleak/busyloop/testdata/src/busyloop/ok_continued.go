package busyloop

import (
	"context"
	"log"
	"time"
)

// Nope. There is a pause before the continue.
func (b *batches) flushPatiently(ctx context.Context, rows []int) {
	for {
		err := b.write(ctx, rows)
		if err == nil {
			return
		}
		log.Print(err)
		if ctx.Err() != nil {
			return
		}
		time.Sleep(time.Second)
		continue
	}
}
