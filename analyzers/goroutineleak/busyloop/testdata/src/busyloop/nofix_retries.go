package busyloop

import (
	"context"
	"log"
)

// The pause would be skipped.
func (s *seats) ready(ctx context.Context) int {
	for { // want `the loop repeats s\.db\.QueryContext \(line \d+\) after a failure without a pause`
		rows, err := s.db.QueryContext(ctx, "SELECT 1")
		if err != nil {
			log.Print(err)
			continue
		}
		rows.Close()
		return 1
	}
}
