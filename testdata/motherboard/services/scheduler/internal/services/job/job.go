// Package job runs the jobs that are due.
package job

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
	"go.uber.org/zap"
)

// Status is the state of a job.
type Status string

// The states of a job.
const (
	StatusPending   Status = "pending"
	StatusRunning   Status = "running"
	StatusCompleted Status = "completed"
	StatusFailed    Status = "failed"
)

const pollInterval = 2 * time.Second

// Job is one piece of work.
type Job struct {
	ID        string            `bson:"_id"`
	Kind      string            `bson:"kind"`
	Args      map[string]string `bson:"args"`
	Status    Status            `bson:"status"`
	DueAt     time.Time         `bson:"dueAt"`
	StartedAt time.Time         `bson:"startedAt,omitempty"`
	Worker    int               `bson:"worker"`
}

// Handler does the work of one kind of job.
type Handler func(ctx context.Context, job Job) error

// Service polls for jobs and runs them.
type Service struct {
	jobs     *mongo.Collection
	handlers map[string]Handler
	logger   *zap.Logger
	stopChan chan struct{}
	workers  sync.WaitGroup
}

// NewService returns a service for the jobs in the collection.
func NewService(jobs *mongo.Collection, handlers map[string]Handler, logger *zap.Logger) *Service {
	return &Service{jobs: jobs, handlers: handlers, logger: logger, stopChan: make(chan struct{})}
}

// Add schedules a job.
func (s *Service) Add(ctx context.Context, job Job) error {
	if _, ok := s.handlers[job.Kind]; !ok {
		return fmt.Errorf("no handler for %q", job.Kind)
	}
	job.Status = StatusPending
	_, err := s.jobs.InsertOne(ctx, job)
	return err
}

// StartWorkers runs n workers until StopWorkers is called or ctx ends.
func (s *Service) StartWorkers(ctx context.Context, n int) {
	for id := range n {
		s.workers.Go(func() { s.worker(ctx, id) })
	}
}

// StopWorkers lets the workers finish and reports whether they did in time.
func (s *Service) StopWorkers(timeout time.Duration) bool {
	close(s.stopChan)
	done := make(chan struct{})
	go func() {
		s.workers.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(timeout):
		return false
	}
}

func (s *Service) worker(ctx context.Context, id int) {
	log := s.logger.With(zap.Int("worker", id))
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-s.stopChan:
			return
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := s.processNextJob(ctx, id); err != nil {
				log.Error("job", zap.Error(err))
			}
		}
	}
}

func (s *Service) processNextJob(ctx context.Context, worker int) error {
	now := time.Now()
	var job Job
	err := s.jobs.FindOneAndUpdate(ctx,
		bson.M{"status": StatusPending, "dueAt": bson.M{"$lte": now}},
		bson.M{"$set": bson.M{"status": StatusRunning, "startedAt": now, "worker": worker}},
		options.FindOneAndUpdate().SetSort(bson.M{"dueAt": 1}).SetReturnDocument(options.After),
	).Decode(&job)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("claim: %w", err)
	}

	status := StatusCompleted
	handleErr := s.handlers[job.Kind](ctx, job)
	if handleErr != nil {
		status = StatusFailed
	}
	return errors.Join(handleErr, s.finish(ctx, job.ID, status))
}

// finish notes the outcome, even of a job whose context has ended.
func (s *Service) finish(ctx context.Context, id string, status Status) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err := s.jobs.UpdateByID(ctx, id, bson.M{"$set": bson.M{"status": status}})
	return err
}
