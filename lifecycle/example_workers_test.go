package lifecycle_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"github.com/lifecyclelint/lifecyclelint/lifecycle/internal/testhook"
)

// freshDefault gives an example that shuts down the process-wide default one of
// its own, so that the others find one that lives.
func freshDefault() (restore func()) { return testhook.Renew() }

type tenants struct{ loops lifecycle.Group }

func (t *tenants) cleanup(ctx context.Context) {
	fmt.Println("cleaning")
	<-ctx.Done()
	fmt.Println("cleanup stopped")
}

// A background loop that nothing can stop, and nothing waits for.
//
// Before:
//
//	type tenants struct{ stop chan struct{} } // nothing ever closes it
//	…
//	go t.cleanup()
//
// After: the zero value of Group is ready, and Stop waits.
func ExampleGroup() {
	var t tenants
	t.loops.Go(t.cleanup)

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println("error:", t.loops.Stop(ctx))
	// Output:
	// cleaning
	// cleanup stopped
	// error: <nil>
}

// A nightly collection that ignores shutdown, and could be interrupted halfway.
//
// Before:
//
//	go func() {
//		for range time.NewTicker(24 * time.Hour).C { collect(context.Background()) }
//	}()
//
// After: the shutdown cancels a collection that is under way, and waits for it.
func ExampleGroup_Every() {
	var g lifecycle.Group
	started := make(chan struct{})
	collect := sync.OnceFunc(func() { close(started) })
	g.Every(time.Millisecond, func(ctx context.Context) {
		collect()
		<-ctx.Done()
	})
	<-started
	fmt.Println("error:", g.Stop(context.Background()))
	// Output: error: <nil>
}

// A job has been claimed and done, and the shutdown cancels the context with
// which the result should be written: the job stays "running" forever.
//
// Before:
//
//	result := handle(ctx, job)
//	store.Finish(ctx, job, result) // ctx has ended
//
// After: values are kept, the cancellation is not, and there is a limit.
func ExampleDetach() {
	ctx, shutdown := context.WithCancel(context.Background())
	shutdown() // while the job was handled
	finish := func(ctx context.Context) error { return ctx.Err() }

	fmt.Println("before:", finish(ctx))
	writeCtx, cancel := lifecycle.Detach(ctx, 5*time.Second)
	defer cancel()
	fmt.Println("after:", finish(writeCtx))
	// Output:
	// before: context canceled
	// after: <nil>
}

// A shutdown that waits without limit for a worker that hangs.
//
// Before:
//
//	wg.Wait()
//
// After:
func ExampleWait() {
	var wg sync.WaitGroup
	release := make(chan struct{})
	defer close(release)
	wg.Add(1)
	go func() { defer wg.Done(); <-release }()

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	fmt.Println(lifecycle.Wait(ctx, &wg))
	// Output: not finished in time, abandoned: context deadline exceeded
}

// A field that is read under the lock, and written after it was released.
//
// Before:
//
//	m.mu.RLock()
//	conn := m.conns[id]
//	m.mu.RUnlock()
//	conn.lastUsed = time.Now() // a data race
//
// After:
func ExampleWithLock() {
	var mu sync.RWMutex
	conn := struct{ uses int }{}
	var all sync.WaitGroup
	for range 100 {
		all.Add(1)
		go func() {
			defer all.Done()
			lifecycle.WithLock(&mu, func() { conn.uses++ })
		}()
	}
	all.Wait()
	fmt.Println(conn.uses)
	// Output: 100
}

// A constructor deep in a library starts something that must be stopped, and no server is
// available.
//
// Before: Stop exists, and nothing calls it.
//
//	sessions := newSessionStore()
//
// After: registered where it was made. Run, Main, ListenAndServe and Shutdown call it.
func ExampleOnShutdown() {
	defer freshDefault()()

	stop := func() { fmt.Println("sessions stopped") }
	lifecycle.OnShutdown(func(context.Context) { stop() })
	lifecycle.Go(func(ctx context.Context) {
		<-ctx.Done()
		fmt.Println("worker stopped")
	})

	fmt.Println("error:", lifecycle.Shutdown(context.Background()))
	// Output:
	// worker stopped
	// sessions stopped
	// error: <nil>
}
