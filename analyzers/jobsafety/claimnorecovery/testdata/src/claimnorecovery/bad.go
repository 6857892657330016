package claimnorecovery

import (
	"context"
	"database/sql"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

// Status is the state of a job.
type Status string

// The states of a job.
const (
	StatusPending   Status = "pending"
	StatusRunning   Status = "running"
	StatusCompleted Status = "completed"
)

type job struct {
	ID     string
	Status Status
}

func next(ctx context.Context, jobs *mongo.Collection) (*job, error) {
	var j job
	err := jobs.FindOneAndUpdate(ctx, // want `status is set to running here, and nothing looks for abandoned claims`
		bson.M{"status": StatusPending, "dueAt": bson.M{"$lte": time.Now()}},
		bson.M{"$set": bson.M{"status": StatusRunning, "startedAt": time.Now()}},
	).Decode(&j)
	if err != nil {
		return nil, err
	}
	return &j, finish(ctx, jobs, j.ID)
}

// Finishing a record by its ID recovers nothing.
func finish(ctx context.Context, jobs *mongo.Collection, id string) error {
	_, err := jobs.UpdateByID(ctx, id, bson.M{"$set": bson.M{"status": StatusCompleted}})
	return err
}

const claimExport = `
UPDATE exports SET status = 'processing', claimed_at = now()
WHERE id = (SELECT id FROM exports WHERE status = 'pending' LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id`

func nextExport(ctx context.Context, db *sql.DB) (id int64, found bool, err error) {
	err = db.QueryRowContext(ctx, claimExport).Scan(&id) // want `exports.status is set to processing here`
	return id, err == nil, err
}

func finishExport(ctx context.Context, db *sql.DB, id int64) error {
	_, err := db.ExecContext(ctx, "UPDATE exports SET status = 'done' WHERE id = $1", id)
	return err
}

// Generated code, with a comment before the statement and the state in a WITH
// clause; and states that are parameters.
const claimImport = `-- name: ClaimImport :one
WITH next AS (SELECT id FROM imports WHERE state = 'available'::import_state LIMIT 1 FOR UPDATE SKIP LOCKED)
UPDATE imports SET state = 'running'::import_state, attempted_at = now() FROM next WHERE imports.id = next.id RETURNING imports.id`

func nextImport(ctx context.Context, db *sql.DB) (id int64, err error) {
	err = db.QueryRowContext(ctx, claimImport).Scan(&id) // want `imports.state is set to running here`
	return id, err
}

func finishImport(ctx context.Context, db *sql.DB, id int64) error {
	_, err := db.ExecContext(ctx, "UPDATE imports SET state = $1 WHERE id = $2", "done", id)
	return err
}

func nextReindex(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE reindexes SET locked_at = now(), status = $1 WHERE status = $2", string(StatusRunning), string(StatusPending)) // want `reindexes.status is set to running here`
	return err
}

func finishReindex(ctx context.Context, db *sql.DB, id int64) error {
	_, err := db.ExecContext(ctx, "UPDATE reindexes SET status = $2 WHERE id = $1", id, string(StatusCompleted))
	return err
}

// A record that is locked first and then changed by its ID.
func nextPayout(ctx context.Context, tx *sql.Tx) (id int64, err error) {
	if err := tx.QueryRowContext(ctx, "SELECT id FROM payouts WHERE status = 'pending' LIMIT 1 FOR UPDATE SKIP LOCKED").Scan(&id); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, "UPDATE payouts SET status = 'processing', started_at = now() WHERE id = $1", id) // want `payouts.status is set to processing here`
	return id, err
}

func finishPayout(ctx context.Context, db *sql.DB, id int64) error {
	_, err := db.ExecContext(ctx, "UPDATE payouts SET status = 'done' WHERE id = $1", id)
	return err
}

// The filter in a variable, and in the other kind of document.
func nextInVariable(ctx context.Context, jobs *mongo.Collection) error {
	filter := bson.M{"state": "queued"}
	now := time.Now()
	_, err := jobs.UpdateOne(ctx, filter, bson.M{"$set": bson.M{"state": "in_progress", "at": now}}) // want `state is set to in_progress here`
	return err
}
