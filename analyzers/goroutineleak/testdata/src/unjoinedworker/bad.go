package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/usage"
)

func main() {
	store, err := os.Open("store")
	if err != nil {
		log.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			log.Print(err)
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	meter := usage.NewMeter(store)
	go meter.Run(ctx) // want `nothing waits for meter.Run before main ends: it may still be using store, which main closes at line 20 \(goroutineleak/unjoined-worker\)`

	go func() { // want `nothing waits for the goroutine before main ends: it may still be using store, which main closes at line 20`
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				store.Stat()
			}
		}
	}()

	run(os.Stdout)
	<-ctx.Done()
}

// A function that only main calls, with a worker that has work left to do.
func run(out *os.File) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 2 {
		go usage.Flush(ctx, out) // want `nothing waits for usage.Flush before run ends: it is cut off in what it does after the context has ended`
	}
	wait()
}

func wait() {}

func init() { log.SetFlags(0) }

// The function makes the context of the signals.
func Serve(store *os.File) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	go poll(ctx, store) // want `nothing waits for poll before Serve ends: it may still be using store, which Serve closes at line 65`
	<-ctx.Done()
	return nil
}

func poll(ctx context.Context, store *os.File) {
	for ctx.Err() == nil {
		store.Stat()
		time.Sleep(time.Second)
	}
}
