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
	go meter.Run(ctx) // want `store may be used after main closes it at line \d+: nothing waits for meter\.Run before main returns \(goroutineleak/unjoined-worker\)`

	go func() { // want `store may be used after main closes it at line \d+: nothing waits for the goroutine before main returns`
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
		go usage.Flush(ctx, out) // want `its cleanup may be interrupted: nothing waits for usage\.Flush before run returns`
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
	go poll(ctx, store) // want `store may be used after Serve closes it at line \d+: nothing waits for poll before Serve returns`
	<-ctx.Done()
	return nil
}

func poll(ctx context.Context, store *os.File) {
	for ctx.Err() == nil {
		store.Stat()
		time.Sleep(time.Second)
	}
}
