package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"net/http"
)

type jobs struct {
	db     *sql.DB
	client *http.Client
}

func (j *jobs) SetStatus(ctx context.Context, id int, status string) error {
	_, err := j.db.ExecContext(ctx, "UPDATE jobs SET status = $1 WHERE id = $2", status, id)
	return err
}

func (j *jobs) fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := j.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A job that the shutdown interrupts stays marked as running.
func (j *jobs) work(ctx context.Context, id int, url string) error {
	if err := j.SetStatus(ctx, id, "running"); err != nil {
		return err
	}
	if err := j.fetch(ctx, url); err != nil {
		_ = j.SetStatus(ctx, id, "failed") // want "what was done stays half done: j.SetStatus is passed ctx, whose end may be why j.fetch has failed \\(line \\d+\\)"
		return err
	}
	return j.SetStatus(ctx, id, "done")
}

func (j *jobs) finish(ctx context.Context, id int, status string) error {
	return j.SetStatus(ctx, id, status)
}

func (j *jobs) workTwice(ctx context.Context, id int, url string) error {
	err := j.fetch(ctx, url)
	if err == nil {
		err = j.fetch(ctx, url+"/meta")
	}
	if err != nil {
		_ = j.finish(ctx, id, "retry") // want "what was done stays half done: j.finish is passed ctx, whose end may be why j.fetch has failed"
		return err
	}
	return j.finish(ctx, id, "done")
}
