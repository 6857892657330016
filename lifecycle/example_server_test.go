package lifecycle_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

var quiet = slog.New(slog.DiscardHandler)

// A server that closes its listener the moment SIGTERM arrives, while load
// balancers still send requests.
//
// Before:
//
//	<-quit
//	srv.Shutdown(ctx)
//
// After: /readyz answers 503 while everything else is served for another three
// seconds; then the listener closes, requests finish, workers end, hooks run.
func ExampleNew() {
	defer freshDefault()()

	srv := lifecycle.New(http.NotFoundHandler(), "127.0.0.1:0", quiet, lifecycle.WithDrain(10*time.Millisecond))
	srv.Go(func(ctx context.Context) { <-ctx.Done(); fmt.Println("worker stopped") })
	srv.OnShutdown(func(context.Context) { fmt.Println("database closed") }, lifecycle.InPhase(lifecycle.PhaseDatabases))
	srv.MarkReady()

	go func() { // instead of a signal
		for srv.State() != lifecycle.StateReady {
			time.Sleep(time.Millisecond)
		}
		_ = srv.Shutdown(context.Background())
	}()
	fmt.Println("error:", srv.Run())
	// Output:
	// worker stopped
	// database closed
	// error: <nil>
}

// Workers that use the database after it was closed, because the order of
// deferred and explicit calls was wrong, or right by accident.
//
// Before:
//
//	defer db.Close()
//	…
//	srv.Shutdown(ctx)
//	cancel() // do the workers end before db.Close? do they end at all?
//
// After: the phases are always run in the same order, and within a phase what
// was registered last is stopped first.
func ExampleInPhase() {
	srv := lifecycle.New(nil, "", quiet)
	say := func(what string) func(context.Context) {
		return func(context.Context) { fmt.Println(what) }
	}
	srv.OnShutdown(say("log flushed"), lifecycle.InPhase(lifecycle.PhaseFlush))
	srv.OnShutdown(say("database closed"), lifecycle.InPhase(lifecycle.PhaseDatabases))
	srv.OnShutdown(say("deregistered"), lifecycle.InPhase(lifecycle.PhaseDeregister))
	srv.OnShutdown(say("broker closed"))
	srv.Go(func(ctx context.Context) { <-ctx.Done(); fmt.Println("worker stopped") })
	_ = srv.Shutdown(context.Background())
	// Output:
	// worker stopped
	// deregistered
	// broker closed
	// database closed
	// log flushed
}

// One hook hangs and eats the time of all that come after it.
//
// Before:
//
//	for _, hook := range hooks {
//		hook(ctx) // one deadline for all
//	}
//
// After: each has a share of what is left, and an overrun is named.
func ExampleRunHooks() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	release := make(chan struct{})
	defer close(release)
	err := lifecycle.RunHooks(ctx,
		func(context.Context) { fmt.Println("first"); <-release },
		func(ctx context.Context) { fmt.Println("second has time:", ctx.Err() == nil) },
	)
	fmt.Println("all went well:", err == nil)
	// Output:
	// first
	// second has time: true
	// all went well: false
}

// The same in a Server: a budget per hook, inside the grace period of all.
func ExampleBudget() {
	srv := lifecycle.New(nil, "", quiet)
	release := make(chan struct{})
	defer close(release)
	srv.OnShutdown(func(context.Context) { fmt.Println("next hook") })
	srv.OnShutdown(func(context.Context) { <-release },
		lifecycle.Named("heartbeat"), lifecycle.Budget(20*time.Millisecond))
	_ = srv.Shutdown(context.Background())
	for _, step := range srv.Report().Steps {
		if step.Abandoned {
			fmt.Println("abandoned:", step.Name)
		}
	}
	// Output:
	// next hook
	// abandoned: heartbeat
}

// A program that keeps its http.Server, and keeps it serving for a moment.
//
// Before:
//
//	srv.Shutdown(ctx)
//
// After: readiness handlers watch Draining.
func ExampleDrainAndShutdown() {
	defer freshDefault()()

	ready := func(w http.ResponseWriter, _ *http.Request) {
		select {
		case <-lifecycle.Draining():
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
		}
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	srv := &http.Server{Handler: http.HandlerFunc(ready), ReadHeaderTimeout: time.Second}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println("error:", lifecycle.DrainAndShutdown(ctx, srv, lifecycle.WithDrain(10*time.Millisecond)))
	fmt.Println(errors.Is(<-served, http.ErrServerClosed))
	// Output:
	// error: <nil>
	// true
}

// A reverse proxy without limits: each request to a dead backend costs a
// goroutine for as long as the backend likes.
//
// Before:
//
//	proxy := httputil.NewSingleHostReverseProxy(target)
//
// After:
//
//	proxy.Transport = lifecycle.DefaultTransport
//
// and for calls, a client whose calls end:
func ExampleNewClient() {
	client := lifecycle.NewClient()
	fmt.Println(client.Timeout, client.Transport.(*http.Transport).ResponseHeaderTimeout)
	// Output: 10s 10s
}

// A request that crosses four services, and four logs in which nothing says so.
func ExampleRequestID() {
	backend := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println("backend:", r.Header.Get("X-Request-ID"))
	}))
	defer backend.Close()
	client := &http.Client{Transport: lifecycle.PropagateRequestID(lifecycle.NewTransport()), Timeout: time.Minute}
	front := lifecycle.RequestID(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println("front:", lifecycle.RequestIDFrom(r.Context()))
		req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, backend.URL, nil)
		if err != nil {
			return
		}
		if resp, err := client.Do(req); err == nil {
			resp.Body.Close()
		}
	}))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("X-Request-ID", "order-17")
	front.ServeHTTP(httptest.NewRecorder(), r)
	// Output:
	// front: order-17
	// backend: order-17
}

// A URL that defaults to localhost, and in a container means the container.
//
// Before:
//
//	url := getEnv("BILLING_URL", "http://localhost:8098")
//
// After: the same in development; in production Run refuses to start and names
// every setting that is missing.
func ExampleEnvURL() {
	os.Setenv("APP_ENV", "production")
	defer os.Unsetenv("APP_ENV")
	_ = lifecycle.EnvURL("EXAMPLE_BILLING_URL", "http://localhost:8098")
	fmt.Println(lifecycle.CheckEnv())

	os.Setenv("EXAMPLE_BILLING_URL", "http://billing:8098")
	defer os.Unsetenv("EXAMPLE_BILLING_URL")
	fmt.Println(lifecycle.EnvURL("EXAMPLE_BILLING_URL", "http://localhost:8098"), lifecycle.CheckEnv())
	// Output:
	// EXAMPLE_BILLING_URL is not set, and its default http://localhost:8098 is local
	// http://billing:8098 <nil>
}

// A start-up that takes its time, while the start-up probe is answered already.
func ExampleServer_OnStart() {
	defer freshDefault()()

	srv := lifecycle.New(nil, "127.0.0.1:0", quiet)
	srv.OnStart(func(ctx context.Context) error {
		connect := func() error { return lifecycle.Permanent(errors.New("no such database")) }
		return lifecycle.RetryWithBackoff(ctx, 5, time.Second, connect)
	})
	srv.OnShutdown(func(context.Context) { fmt.Println("hooks run all the same") })
	srv.MarkReady()
	fmt.Println(srv.Run())
	// Output:
	// hooks run all the same
	// start: OnStart #1: no such database
}
