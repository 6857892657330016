package outlivedcontext

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"time"
)

// The transaction is rolled back as soon as it is there.
func (a *accounts) transaction(parent context.Context) (*sql.Tx, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	return a.db.BeginTx(ctx, nil) // want `the result of a.db.BeginTx is returned, and needs ctx, which is canceled when transaction returns and its deferred cancel runs`
}

// The rows are closed before anybody reads them.
func (a *accounts) all(parent context.Context) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	rows, err := a.db.QueryContext(ctx, "select name from users") // want `rows is returned, and needs ctx, which is canceled when all returns`
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// The body cannot be read any more.
func download(parent context.Context, client *http.Client, url string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // want `resp.Body is returned, and needs ctx, which is canceled when download returns and its deferred cancel runs`
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func answer(client *http.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // want `the response to req is returned, and needs ctx`
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

type process struct{ cmd *exec.Cmd }

// The process is killed when the function returns.
func launch(bin string) (*process, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin) // want `the process is killed as soon as it has started: cmd is returned, and needs ctx, which is canceled when launch returns`
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &process{cmd: cmd}, nil
}

// Only a response that is returned is read after the cancel.
func artifact(parent context.Context, client doer, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	req, err := newRequest(ctx, url) // want `reading the response fails with "context canceled": resp is returned, and needs ctx`
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		return nil, errStatus
	}
	return resp, nil
}

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

var errStatus = errors.New("unexpected status")

func newRequest(ctx context.Context, url string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/gzip")
	return req, nil
}

func send(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	req, err := newRequest(ctx, url)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// The helper sends the request with the context.
func layer(parent context.Context, client *http.Client, url string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	resp, err := send(ctx, client, url) // want `resp.Body is returned, and needs ctx`
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func (a *accounts) selected(ctx context.Context, where string) (*sql.Rows, error) {
	return a.db.QueryContext(ctx, "select name from users where "+where)
}

// A helper runs the query.
func (a *accounts) active(parent context.Context) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	return a.selected(ctx, "active") // want `the result of a.selected is returned, and needs ctx`
}
