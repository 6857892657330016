package outlivedcontext

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type report struct {
	ctx context.Context
	db  *sql.DB
}

func (r *report) load() error { return r.db.PingContext(r.ctx) }

// Only what the function calls itself uses the field.
func (r *report) run() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	r.ctx = ctx
	return r.load()
}

// What is returned ends the context itself.
type leased struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func lease() *leased {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	return &leased{ctx: ctx, cancel: cancel}
}

type enquiry struct {
	ctx   context.Context
	reply chan string
}

// The function waits for the reply.
func ask(queue chan<- *enquiry) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	e := &enquiry{ctx: ctx, reply: make(chan string, 1)}
	queue <- e
	select {
	case s := <-e.reply:
		return s
	case <-ctx.Done():
		return ""
	}
}

func (d *desk) answered(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	go func() { defer close(done); d.enter("x") }()
	d.orders <- order{ctx: r.Context(), id: r.URL.Path}
	<-done
}

// The function literal runs before the function returns.
func called(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	ping := func() error { return db.PingContext(ctx) }
	return ping()
}

// A list that stays in the function.
func local(ids []string) int {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var orders []order
	for _, id := range ids {
		orders = append(orders, order{ctx: ctx, id: id})
	}
	return len(orders)
}

// One that the caller has given stays with it.
func detached(ctx context.Context, db *sql.DB) *gateway {
	probe, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = db.PingContext(probe)
	return &gateway{ctx: ctx, db: db}
}
