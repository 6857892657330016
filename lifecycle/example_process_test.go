package lifecycle_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// SIGKILL gives a process no chance to finish what it has begun.
//
// Before:
//
//	exec.Command("kill", "-9", pid).Run()
//
// After: it is asked, and killed only if it does not end in time.
func ExampleTerminate() {
	cmd := exec.Command("sleep", "600")
	if err := cmd.Start(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("error:", lifecycle.Terminate(context.Background(), cmd.Process, time.Minute))
	fmt.Println(cmd.Wait())
	// Output:
	// error: <nil>
	// signal: terminated
}

// The same for a child that ends with a context: exec kills it immediately.
func ExampleGraceful() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := lifecycle.Graceful(exec.CommandContext(ctx, "sleep", "600"), time.Minute)
	if err := cmd.Start(); err != nil {
		fmt.Println(err)
		return
	}
	cancel()
	fmt.Println(cmd.Wait())
	// Output: signal: terminated
}

// A port that the previous instance holds for a moment. Looking for its owner
// with lsof fails silently where that is missing, and elsewhere may find the
// wrong one.
//
// Before:
//
//	killProcessOnPort("8080")
//	time.Sleep(time.Second)
//	ln, err := net.Listen("tcp", ":8080")
//
// After:
func ExampleListen() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	old, err := lifecycle.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	time.AfterFunc(30*time.Millisecond, func() { old.Close() })

	ln, err := lifecycle.Listen(ctx, "tcp", old.Addr().String())
	fmt.Println("error:", err)
	if err == nil {
		ln.Close()
	}
	// Output: error: <nil>
}

// A deferred call that may block keeps the ones after it from ever running.
//
// Before:
//
//	defer logger.Sync()
//	defer client.StopHeartbeat() // in the middle of a call to a dead service
//
// After:
func ExampleWithin() {
	release := make(chan struct{})
	defer close(release)
	stopHeartbeat := func() { <-release }

	func() {
		defer fmt.Println("log flushed")
		defer lifecycle.Within(10*time.Millisecond, stopHeartbeat)
	}()
	// Output: log flushed
}

// A program that ends with log.Fatal or os.Exit skips its deferred calls.
//
// Before:
//
//	func main() {
//		db := connect()
//		defer db.Close()
//		if err := work(db); err != nil {
//			log.Fatal(err) // db.Close does not run
//		}
//	}
//
// After: run returns, so its deferred calls run; then Main exits with code 1 if
// there was an error.
func ExampleMain() {
	defer freshDefault()()

	run := func(ctx context.Context) error {
		defer fmt.Println("database closed")
		for range lifecycle.Recv(ctx, time.Tick(time.Millisecond)) {
			fmt.Println("worked")
			return nil
		}
		return ctx.Err()
	}
	lifecycle.OnShutdown(func(context.Context) { fmt.Println("traces flushed") })
	lifecycle.Main(run)
	fmt.Println("main's own deferred calls come last")
	// Output:
	// worked
	// database closed
	// traces flushed
	// main's own deferred calls come last
}

// A consumer that must not lose, nor process twice, what it was given.
//
// Before:
//
//	close(c.workers) // a dispatch under way sends on a closed channel: panic
//	c.wg.Wait()
//
// After, in four phases:
func ExampleDrain() {
	var gate lifecycle.Drain
	var workers lifecycle.Group
	queue := make(chan string, 8)
	workers.Go(func(context.Context) {
		for message := range queue { // until it is closed and empty
			fmt.Println("processed", message)
		}
	})
	deliver := func(message string) (ack bool) {
		if !gate.Enter() {
			return false // nack: another consumer will get it
		}
		defer gate.Leave()
		queue <- message
		return true
	}
	deliver("one")
	deliver("two")

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// 1. stop the subscription: there is none in this example
	if err := gate.Close(ctx); err != nil { // 2. wait for dispatches
		fmt.Fprintln(os.Stderr, err)
		return // a goroutine may still send: the channel stays open
	}
	close(queue)                                    // 3. nothing sends any more
	fmt.Println("workers:", workers.Stop(ctx))      // 4. wait for the workers
	fmt.Println("late one taken:", deliver("late")) // refused
	// Output:
	// processed one
	// processed two
	// workers: <nil>
	// late one taken: false
}
