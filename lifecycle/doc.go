// Package lifecycle starts and stops services in order: it drains HTTP servers,
// stops workers and waits for them, closes what they used, and says what went
// wrong. It needs the standard library only.
//
// A service that serves HTTP:
//
//	srv := lifecycle.New(mux, cfg.Port, logger)
//	srv.OnShutdownErr(lifecycle.Closer(db), lifecycle.InPhase(lifecycle.PhaseDatabases))
//	srv.Go(poller.Run)
//	srv.MarkReady()
//	if err := srv.Run(); err != nil { … }
//
// A program without a server:
//
//	func main() { lifecycle.Main(run) }
//
// Both catch signals, and both stop the process-wide workers and hooks that code
// without a server of its own has registered with [Go] and [OnShutdown]. No signal is
// caught until one of [Server.Run], [Server.Serve], [ListenAndServe] and [Main]
// is called.
//
// # States
//
//	          serving, OnStart       SIGTERM, Shutdown,       after the           all hooks
//	          done, MarkReady        failed worker            drain               visited
//	Starting ──────────────────► Ready ─────────────► Draining ─────────► Stopping ─────────► Stopped
//	    │                          │                                         ▲
//	    │                          └────────── SIGINT, or no drain ──────────┤
//	    └──────────────── any reason to stop: no traffic yet ────────────────┘
//
// The shutdown, in this order, within one grace period (26 s, [WithGrace]):
//
//	drain       3 s   /readyz answers 503; responses carry "Connection: close"
//	http       10 s   the listener closes; requests in flight finish, or are dropped
//	workers           the work context ends; hooks of PhaseWorkers; workers are joined
//	deregister        hooks
//	clients           hooks; the phase of a hook that names none
//	databases         hooks
//	flush             hooks
//
// Within a phase, hooks run in the reverse order of their registration. Each has
// its own budget (5 s, [Budget]) inside what is left of the grace period, is
// abandoned if it overruns, and is named in the [Report]. A second signal ends the
// process immediately with exit code 128 + signal number.
//
// There are two contexts: that of start-up ([Server.OnStart], [Main]) ends when
// the shutdown begins; that of work ([Context], [Group.Context]) only when HTTP
// has stopped, so that requests in flight do not lose what they work with.
//
// # What a method does in each state
//
//	              Starting         Ready            Draining         Stopping           Stopped
//	Run, Serve    starts           ErrAlreadyRun    ErrAlreadyRun    ErrAlreadyRun      see below
//	Shutdown      stops, waits     stops, waits     waits            waits              returns the result
//	MarkReady     Ready, in time   –                –                –                  –
//	OnStart       registers until  –                –                –                  –
//	              Run is called
//	OnShutdown    registers        registers        registers        runs in its phase, runs it now
//	                                                                 or next
//	Go, GoErr     starts           starts           starts           starts; context    starts; context
//	                                                                 may have ended     has ended
//	Check         adds             adds             adds             –                  –
//	/healthz      200              200              200              200                –
//	/startupz     503              200              200              200                –
//	/readyz       503              200, or 503 if   503              503                –
//	                               a check fails
//	requests      served           served           served, then     those in flight    –
//	                               the connection   finish
//	                               closes
//
// Run on a server that was shut down before it ran does not listen and returns
// the result of that shutdown; any second Run returns [ErrAlreadyRun].
//
// # Panics
//
// A panic in a worker is logged with its stack, begins the shutdown and comes out
// of Run as a [*PanicError]; with [WithPanicPolicy] of [Crash], or where nothing
// runs that could shut down, it crashes the process as Go does. A panic in a hook
// is an error of that hook.
//
// # Tests
//
// Time is taken from package time only, and nothing polls in the background, so
// code that uses this package can be tested in a testing/synctest bubble. Package
// lifecycletest runs servers in tests and finds leaked goroutines.
package lifecycle
