package outlivedcontext

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type gateway struct {
	ctx context.Context
	db  *sql.DB
}

func (g *gateway) ping() error { return g.db.PingContext(g.ctx) }

// The receiver keeps it, and ping needs it later.
func (g *gateway) open() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	g.ctx = ctx // want `every later call with g.ctx fails: it keeps ctx, which is canceled when open returns and its deferred cancel runs`
	return g.db.PingContext(ctx)
}

// Without the names of the fields.
func positional(db *sql.DB) (*gateway, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return &gateway{ctx, db}, nil // want `every later call with ctx fails: it keeps ctx`
}

func gatewayWith(ctx context.Context, db *sql.DB) *gateway { return &gateway{ctx: ctx, db: db} }

func (g *gateway) use(ctx context.Context) { g.ctx = ctx }

// A function of the package keeps it for its result.
func viaConstructor(db *sql.DB) (*gateway, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return nil, err
	}
	return gatewayWith(ctx, db), nil // want `every later call with the context of gatewayWith fails: it keeps ctx`
}

// And for its receiver.
func viaSetter(db *sql.DB) *gateway {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	g := &gateway{db: db}
	g.use(ctx) // want `every later call with the context of g.use fails: it keeps ctx`
	return g
}

var root context.Context

func pingRoot(db *sql.DB) error { return db.PingContext(root) }

// A variable of the package.
func prepare(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	root = ctx // want `every later call with root fails: it keeps ctx`
	return db.PingContext(ctx)
}

// The context itself.
func limited() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return ctx // want `every call with the context that is returned fails: ctx is canceled when limited returns and its deferred cancel runs`
}

// A function that is called later.
func pinger(db *sql.DB) func() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return func() error {
		return db.PingContext(ctx) // want `db.PingContext, in the function that is returned, fails: ctx is canceled when pinger returns`
	}
}

type order struct {
	ctx context.Context
	id  string
}

type desk struct {
	orders chan order
	open   map[string]*order
}

// A queue takes it to another goroutine.
func (d *desk) queue(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	d.orders <- order{ctx: ctx, id: id} // want `every later call with ctx fails: it keeps ctx, which is canceled when queue returns`
}

// A request's own.
func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.orders <- order{ctx: r.Context(), id: r.URL.Path} // want `every later call with ctx fails: it keeps r.Context\(\), which is canceled when ServeHTTP returns`
	w.WriteHeader(http.StatusAccepted)
}

// The element of a map.
func (d *desk) enter(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	o := &order{ctx: ctx, id: id} // want `every later call with ctx fails: it keeps ctx, which is canceled when enter returns`
	d.open[id] = o
}
