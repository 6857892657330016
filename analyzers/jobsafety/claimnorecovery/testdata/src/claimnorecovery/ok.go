package claimnorecovery

import (
	"context"
	"database/sql"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

// Stale claims are released before the next one is taken.
func nextMail(ctx context.Context, db *sql.DB) (id int64, err error) {
	if _, err := db.ExecContext(ctx, "UPDATE mails SET status = 'pending' WHERE status = 'running' AND lease_until < now()"); err != nil {
		return 0, err
	}
	err = db.QueryRowContext(ctx, "UPDATE mails SET status = 'running', lease_until = now() + interval '5 minutes' WHERE status = 'pending' RETURNING id").Scan(&id)
	return id, err
}

// The claim takes stale ones itself.
const claimReport = `UPDATE reports SET status = 'running', started_at = now()
WHERE status = 'pending' OR (status = 'running' AND started_at < now() - interval '1 hour') RETURNING id`

func nextReport(ctx context.Context, db *sql.DB) (id int64, err error) {
	err = db.QueryRowContext(ctx, claimReport).Scan(&id)
	return id, err
}

func nextTask(ctx context.Context, tasks *mongo.Collection) error {
	return tasks.FindOneAndUpdate(ctx,
		bson.D{{"$or", bson.A{
			bson.M{"phase": "new"},
			bson.M{"phase": "claimed", "at": bson.M{"$lt": time.Now().Add(-time.Hour)}},
		}}},
		bson.D{{"$set", bson.D{{"phase", "claimed"}, {"at", time.Now()}}}},
	).Decode(nil)
}

// Something looks for them, whatever it does then.
func nextBatch(ctx context.Context, batches *mongo.Collection) error {
	_, err := batches.UpdateOne(ctx, bson.M{"step": "ready"}, bson.M{"$set": bson.M{"step": "working"}})
	return err
}

func stale(ctx context.Context, batches *mongo.Collection) (*mongo.Cursor, error) {
	return batches.Find(ctx, bson.M{"step": bson.M{"$in": []string{"working", "broken"}}})
}

// No claim: the state before is not asked for, or is not a constant.
func start(ctx context.Context, db *sql.DB, id int, from string) error {
	if _, err := db.ExecContext(ctx, "UPDATE machines SET status = 'started' WHERE id = $1", id); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "UPDATE machines SET status = 'started' WHERE status = $1", from)
	return err
}

// A state that is not one of work.
func publish(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE posts SET status = 'public' WHERE status = 'draft'")
	return err
}

// Looked for by a state that is a parameter, by all others, or by age alone.
func byParameter(ctx context.Context, db *sql.DB, status string) error {
	if _, err := db.ExecContext(ctx, "UPDATE renders SET status = 'running' WHERE status = 'pending'"); err != nil {
		return err
	}
	_, err := db.QueryContext(ctx, "SELECT id FROM renders WHERE status = $1 AND started_at < $2", status, time.Now())
	return err
}

func byOthers(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "UPDATE resizes SET status = 'running' WHERE status = 'pending'"); err != nil {
		return err
	}
	_, err := db.QueryContext(ctx, "SELECT id FROM resizes WHERE status <> 'done' AND started_at < now()")
	return err
}

func byAge(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "UPDATE crawls SET status = 'running' WHERE status = 'pending'"); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "UPDATE crawls SET status = 'pending' WHERE lease_until < now()")
	return err
}

func byOtherDocuments(ctx context.Context, scans *mongo.Collection) error {
	if _, err := scans.UpdateOne(ctx, bson.M{"progress": "ready"}, bson.M{"$set": bson.M{"progress": "working"}}); err != nil {
		return err
	}
	_, err := scans.Find(ctx, bson.M{"progress": bson.M{"$ne": "done"}})
	return err
}
