package explicitorder

import (
	"context"
	"database/sql"

	"example.com/poller"
	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"github.com/spf13/cobra"
	"go.uber.org/fx"
)

func hooked(srv *lifecycle.Server, db *sql.DB) {
	p := poller.New(db)
	srv.OnShutdown(lifecycle.Func(p.Stop))
	srv.OnShutdownErr(lifecycle.Closer(db)) // want `db runs before p\.Stop \(line \d+\), because the hook registered last runs first: the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
}

func phases(db *sql.DB) {
	p := poller.New(db)
	lifecycle.OnShutdown(func(context.Context) { _ = db.Close() }) // want `db.Close runs before p.Stop\(\) \(line 22\), which is in a later phase`
	lifecycle.OnShutdown(func(context.Context) { p.Stop() }, lifecycle.InPhase(lifecycle.PhaseDatabases))
}

func provide(lc fx.Lifecycle, db *sql.DB) {
	lc.Append(fx.Hook{OnStart: func(context.Context) error { return db.Ping() }})
	p := poller.New(db)
	lc.Append(fx.StopHook(p.Stop))
	// The pool goes last.
	lc.Append(fx.Hook{
		OnStop: func(context.Context) error { return db.Close() }, // want `db\.Close runs before p\.Stop \(line \d+\), because the hook registered last runs first`
	})
}

var (
	pool    *sql.DB
	polling = poller.New(pool)
)

var command = &cobra.Command{
	Use: "serve",
	PostRun: func(*cobra.Command, []string) {
		_ = pool.Close() // want `pool\.Close runs before polling\.Stop\(\) \(line \d+\): the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
	},
	PersistentPostRunE: func(*cobra.Command, []string) error {
		polling.Stop()
		return nil
	},
}
