package leftopen

import (
	"context"

	"go.mongodb.org/mongo-driver/mongo"
)

// All closes it.
func allScores(ctx context.Context, c *mongo.Collection) (list []score, err error) {
	cur, err := c.Find(ctx, nil)
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

func eachScore(ctx context.Context, c *mongo.Collection, f func(score)) error {
	cur, err := c.Find(ctx, nil)
	if err != nil {
		return err
	}
	defer cur.Close(ctx)
	for cur.Next(ctx) {
		var s score
		if err := cur.Decode(&s); err != nil {
			return err
		}
		f(s)
	}
	return cur.Err()
}

// Nothing leaves the loop but the end.
func countScores(ctx context.Context, c *mongo.Collection) (n int, err error) {
	cur, err := c.Find(ctx, nil)
	if err != nil {
		return 0, err
	}
	for cur.Next(ctx) {
		n++
	}
	return n, cur.Err()
}
