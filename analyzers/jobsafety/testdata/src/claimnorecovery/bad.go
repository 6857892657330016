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
	err := jobs.FindOneAndUpdate(ctx, // want `status is set to running here, and nothing looks for records that stay so: a worker that is ended in between leaves its record claimed for ever \(jobsafety/claim-no-recovery\)`
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

// The filter in a variable, and in the other kind of document.
func nextInVariable(ctx context.Context, jobs *mongo.Collection) error {
	filter := bson.M{"state": "queued"}
	now := time.Now()
	_, err := jobs.UpdateOne(ctx, filter, bson.M{"$set": bson.M{"state": "in_progress", "at": now}}) // want `state is set to in_progress here`
	return err
}
