package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"log"
	"time"
)

type batcher struct {
	db    *sql.DB
	in    chan string
	every time.Duration
}

func (b *batcher) store(ctx context.Context, lines []string) error {
	for _, line := range lines {
		if _, err := b.db.ExecContext(ctx, "INSERT INTO lines (text) VALUES ($1)", line); err != nil {
			return err
		}
	}
	return nil
}

// The last batch is always lost.
func (b *batcher) run(ctx context.Context) {
	t := time.NewTicker(b.every)
	defer t.Stop()
	var lines []string
	flush := func() {
		if err := b.store(ctx, lines); err != nil {
			log.Print(err)
		}
		lines = lines[:0]
	}
	for {
		select {
		case line := <-b.in:
			lines = append(lines, line)
		case <-t.C:
			flush()
		case <-ctx.Done():
			flush() // want "flush fails without doing its work: it passes ctx to b.store \\(line \\d+\\), which is already canceled, because <-ctx.Done\\(\\) has returned"
			return
		}
	}
}
