package explicitorder

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	"example.com/poller"
	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"github.com/oklog/run"
	"go.uber.org/fx"
	"golang.org/x/sync/errgroup"
)

// Nope. The hook registered last runs first, and stops the poller.
func hooksInOrder(srv *lifecycle.Server, lc fx.Lifecycle, db *sql.DB) {
	srv.OnShutdownErr(lifecycle.Closer(db))
	p := poller.New(db)
	srv.OnShutdown(lifecycle.Func(p.Stop))
	lc.Append(fx.StopHook(db.Close))
	lc.Append(fx.Hook{OnStop: func(context.Context) error { p.Stop(); return nil }})
}

// Nope. The phases put them in order.
func phasesInOrder(db *sql.DB) {
	p := poller.New(db)
	lifecycle.OnShutdown(lifecycle.Func(p.Stop), lifecycle.InPhase(lifecycle.PhaseWorkers))
	lifecycle.OnShutdownErr(lifecycle.Closer(db), lifecycle.InPhase(lifecycle.PhaseDatabases))
}

// Nope. The phase is not known.
func phaseUnknown(db *sql.DB, last lifecycle.HookOption) {
	p := poller.New(db)
	lifecycle.OnShutdown(lifecycle.Func(p.Stop))
	lifecycle.OnShutdownErr(lifecycle.Closer(db), last)
}

// Nope. Two registries, of which it is not known which one is first.
func twoRegistries(a, b *lifecycle.Server, db *sql.DB) {
	p := poller.New(db)
	a.OnShutdown(lifecycle.Func(p.Stop))
	b.OnShutdownErr(lifecycle.Closer(db))
}

// Nope. The counter does not use what is closed, and the other poller has another
// database.
func otherUsers(db, second *sql.DB) {
	c := poller.NewCounter(db)
	p := poller.New(second)
	_ = db.Close()
	c.Stop()
	p.Stop()
}

// Nope. The list is run from its end.
func listInOrder(ctx context.Context, db *sql.DB) {
	closers := []func(){func() { _ = db.Close() }}
	p := poller.New(db)
	closers = append(closers, p.Stop)
	<-ctx.Done()
	for i := len(closers) - 1; i >= 0; i-- {
		closers[i]()
	}
}

// Nope. Deferred in a loop, the last one runs first.
func deferredList(db *sql.DB) {
	closers := []io.Closer{db}
	p := poller.New(db)
	closers = append(closers, closer{p})
	for _, c := range closers {
		defer c.Close()
	}
}

// Nope. Nothing says in which order the list is run.
func handedOn(db *sql.DB) []func() {
	p := poller.New(db)
	return []func(){func() { _ = db.Close() }, p.Stop}
}

// Nope. The helper closes only when starting has failed.
func startOrClose(db *sql.DB) error {
	p := poller.New(db)
	if err := check(db); err != nil {
		return err
	}
	p.Stop()
	return db.Close()
}

func check(db *sql.DB) error {
	if err := db.Ping(); err != nil {
		_ = db.Close()
		return err
	}
	return nil
}

// Nope. Two services of one type, each with its own.
func pair(a, b *service) {
	a.stopJobs()
	a.closeStores()
	b.stopJobs()
	b.closeStores()
}

// Nope. The interrupt shuts the server down before it closes.
func interruptWaits(db *sql.DB) error {
	srv := &http.Server{Handler: routes(db)}
	var g run.Group
	g.Add(srv.ListenAndServe, func(error) {
		_ = srv.Shutdown(context.Background())
		_ = db.Close()
	})
	return g.Run()
}

// Nope. No other goroutine of the group uses it, and this one waits for those
// that do.
func watcherWaits(ctx context.Context, db *sql.DB) error {
	g, ctx := errgroup.WithContext(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { _ = poll(ctx, db) })
	g.Go(func() error {
		<-ctx.Done()
		wg.Wait()
		return db.Close()
	})
	return g.Wait()
}

// Nope. The process is over.
func watcherExits(ctx context.Context, db *sql.DB) {
	var wg sync.WaitGroup
	wg.Go(func() { _ = poll(ctx, db) })
	go func() {
		<-ctx.Done()
		_ = db.Close()
		os.Exit(0)
	}()
	wg.Wait()
}

// Nope. The server that is told to shut down does not use it.
func registeredOther(ctx context.Context, db, audit *sql.DB) {
	srv := &http.Server{Handler: routes(db)}
	srv.RegisterOnShutdown(func() { log.Print(audit.Close()) })
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
}

// Nope. What is registered last runs first.
func (s *stack) inOrder(db *sql.DB) {
	s.onStop("pool", db.Close)
	p := poller.New(db)
	s.onStop("poller", func() error {
		p.Stop()
		return nil
	})
}

// Nope. An interrupt that was added before stops the poller, and waits.
func interruptBefore(db *sql.DB) error {
	p := poller.New(db)
	var g run.Group
	g.Add(func() error { return poll(context.Background(), db) }, func(error) { p.Stop() })
	stop := make(chan struct{})
	g.Add(func() error {
		<-stop
		return nil
	}, func(error) {
		_ = db.Close()
		close(stop)
	})
	return g.Run()
}

// Nope. The call that waits has started the goroutine, with another database.
func reopened(open func() *sql.DB) {
	db := open()
	db.Close()
	db = open()
	begin(db)
}

func begin(db *sql.DB) {
	ready := make(chan struct{})
	go func() {
		_ = db.Ping()
		close(ready)
	}()
	<-ready
}

type dependency struct{ io.Closer }

// Nope. A map has no order.
func unordered(db *sql.DB) {
	stores := map[string]io.Closer{"db": db, "other": dependency{db}}
	for _, s := range stores {
		_ = s.Close()
	}
}

// Nope. A helper that runs a list of its own: only the caller's order counts.
func closeAll(db *sql.DB) {
	var list []io.Closer
	list = append(list, db)
	for _, c := range list {
		_ = c.Close()
	}
}

func throughHelper(ctx context.Context, db *sql.DB) {
	<-ctx.Done()
	closeAll(db)
}
