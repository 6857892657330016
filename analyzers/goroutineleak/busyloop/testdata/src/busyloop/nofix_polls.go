package busyloop

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

var (
	errNoJob = errors.New("no job")
	ErrEmpty = errors.New("empty")
)

type source interface {
	// next returns errNoJob at once when nothing is pending.
	next(ctx context.Context) (func() error, error)
}

type dispatcher struct {
	src source
	db  *sql.DB
	sqs *sqs.Client
}

func (d *dispatcher) step(ctx context.Context) error {
	job, err := d.src.next(ctx)
	if err != nil {
		return err
	}
	return job()
}

func (d *dispatcher) run(ctx context.Context) {
	for ctx.Err() == nil { // want `loop takes a whole core while there is nothing to do: the loop repeats d.step \(line 38\) where it has found nothing without a pause`
		err := d.step(ctx)
		switch {
		case err == nil:
		case errors.Is(err, errNoJob):
			continue
		default:
			log.Print(err)
			continue
		}
	}
}

func (d *dispatcher) claim(ctx context.Context) (id int64, err error) {
	err = d.db.QueryRowContext(ctx, `DELETE FROM jobs WHERE id = (SELECT min(id) FROM jobs) RETURNING id`).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrEmpty
	}
	return id, err
}

// The database is asked without end.
func (d *dispatcher) runClaims(ctx context.Context, handle func(int64)) error {
	for { // want `loop takes a whole core while there is nothing to do: the loop repeats d.claim`
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		id, err := d.claim(ctx)
		if err != nil {
			if err == ErrEmpty {
				continue
			}
			return err
		}
		handle(id)
	}
}

// After a failure, the broker is asked again immediately.
func (d *dispatcher) receive(ctx context.Context) ([]string, error) {
	out, err := d.sqs.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{})
	if err != nil {
		return nil, err
	}
	return make([]string, len(out.Messages)), nil
}

func (d *dispatcher) poll(ctx context.Context, handle func(string)) {
	for ctx.Err() == nil { // want `what is down gets requests without end, and the log is flooded: the loop repeats d.receive \(line 88\) after a failure without a pause`
		list, err := d.receive(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		for _, m := range list {
			handle(m)
		}
	}
}
