package leftopen

import (
	"context"

	"go.mongodb.org/mongo-driver/mongo"
)

// Only the first one is read.
func best(ctx context.Context, c *mongo.Collection) (*score, error) {
	cur, err := c.Aggregate(ctx, nil)
	if err != nil {
		return nil, err
	}
	var s score
	if !cur.Next(ctx) {
		return nil, cur.Err()
	}
	return &s, cur.Decode(&s) // want `cur, opened at line \d+, stays open on this return`
}
