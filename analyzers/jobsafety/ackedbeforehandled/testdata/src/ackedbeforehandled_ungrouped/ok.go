// Package ungrouped reads a topic by itself: nothing is committed.
package ungrouped

import (
	"context"

	"github.com/segmentio/kafka-go"
)

func read(ctx context.Context, store func([]byte) error) error {
	r := kafka.NewReader(kafka.ReaderConfig{Topic: "prices"})
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			return err
		}
		if err := store(m.Value); err != nil {
			return err
		}
	}
}
