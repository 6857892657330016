package outlivedcontext

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// The goroutine has a context of its own.
func (a *accounts) good(w http.ResponseWriter, r *http.Request) {
	user := r.FormValue("user")
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), time.Minute)
		defer cancel()
		if err := a.notify.Notify(ctx, user); err != nil {
			log.Print(err)
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}

// The handler waits for it.
func (a *accounts) both(w http.ResponseWriter, r *http.Request) {
	var wg sync.WaitGroup
	for _, user := range r.Form["user"] {
		wg.Go(func() {
			_ = a.notify.Notify(r.Context(), user)
		})
	}
	wg.Wait()
}

// And when it returns.
func (a *accounts) deferred(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	defer func() { <-done }()
	go func() {
		defer close(done)
		_ = a.notify.Notify(r.Context(), "all")
	}()
	w.WriteHeader(http.StatusOK)
}

// It goes on for as long as the request, and ends with it.
func (a *accounts) stream(w http.ResponseWriter, r *http.Request) {
	go func() {
		for {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(time.Second):
				_ = a.notify.Notify(r.Context(), "streaming")
			}
		}
	}()
	http.ServeFile(w, r, "index.html")
}

// The context is only asked for its values.
func (a *accounts) logged(w http.ResponseWriter, r *http.Request) {
	go func() {
		log.Print(user(r.Context()))
	}()
}

type key struct{}

func user(ctx context.Context) any { return ctx.Value(key{}) }

// The request is one that a client makes, and the context that of its caller.
type transport struct{ note notifier }

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	go t.note.Notify(r.Context(), "round trip")
	return http.DefaultTransport.RoundTrip(r)
}

// The cancel is for an error alone.
func (a *accounts) begin(parent context.Context) (func(), error) {
	ctx, cancel := context.WithCancel(parent)
	if err := a.db.PingContext(ctx); err != nil {
		cancel()
		return nil, err
	}
	go a.notify.Notify(ctx, "begun")
	return cancel, nil
}

// The context of the work that the value is for: it does not leave the function.
func (a *accounts) once(parent context.Context) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	p := publisher{ctx: ctx, db: a.db}
	return p.db.PingContext(p.ctx)
}

// A server whose requests live as long as a caller says.
func base(ctx context.Context) *http.Server {
	return &http.Server{BaseContext: func(net.Listener) context.Context { return ctx }}
}

// The goroutine ends with the handler, on purpose.
func (a *accounts) prefetch(w http.ResponseWriter, r *http.Request) {
	// On purpose with the context of the request: who has left needs no prefetch.
	go a.notify.Notify(r.Context(), "prefetch")
}

// The field gets a context that lives on.
func openSession(db *sql.DB) (*publisher, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	p := &publisher{db: db}
	p.ctx = ctx
	if err := p.db.PingContext(p.ctx); err != nil {
		return nil, err
	}
	p.ctx = context.Background()
	return p, nil
}

// The answer has been read when it is returned, and its status is all that is left.
func head(parent context.Context, client *http.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	return resp, resp.Body.Close()
}

// The transaction ends before the context does.
func (a *accounts) inTransaction(parent context.Context, work func(*sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// All of the body is read before the response is returned.
func cached(parent context.Context, client *http.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	resp, err := send(ctx, client, url)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp, nil
}

func fetchAll(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	resp, err := send(ctx, client, url)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp, err
}

// The helper has read it.
func whole(parent context.Context, client *http.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	return fetchAll(ctx, client, url)
}

func (a *accounts) count(ctx context.Context) (n int, err error) {
	rows, err := a.selected(ctx, "active")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

// The helper has read the rows.
func (a *accounts) counted(parent context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	return a.count(ctx)
}
