package leftopen

import (
	"context"

	"go.mongodb.org/mongo-driver/mongo"
)

type score struct{ Value float64 }

// A document that cannot be decoded leaves the cursor.
func scores(ctx context.Context, c *mongo.Collection) ([]score, error) {
	cur, err := c.Find(ctx, nil)
	if err != nil {
		return nil, err
	}
	var list []score
	for cur.Next(ctx) {
		var s score
		if err := cur.Decode(&s); err != nil {
			return nil, err // want `cur, opened at line \d+, stays open on this return: the database keeps it until it has not been read for some minutes`
		}
		list = append(list, s)
	}
	return list, cur.Err()
}
