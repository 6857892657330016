package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"

	"example.com/usage"
)

// Waited for.
func joinedByGroup(store *os.File) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		usage.NewMeter(store).Run(ctx)
	}()
	wg.Go(func() { poll(ctx, store) })
	<-ctx.Done()
	wg.Wait()
}

// A channel says when it has finished.
func joinedByChannel(store *os.File) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	done := make(chan struct{})
	go func() {
		poll(ctx, store)
		close(done)
	}()
	<-done
}

// The worker's own method waits.
func joinedByMethod(store *os.File) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	meter := usage.NewMeter(store)
	go meter.Serve(ctx)
	other := usage.NewMeter(store)
	go other.Run(ctx)
	<-ctx.Done()
	meter.Wait()
	other.Wait()
}

// It watches, and touches nothing that is closed.
func watches(store *os.File) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	beats := 0
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
				beats++
			}
		}
	}()
	<-ctx.Done()
}

// It ends by itself: the program need not tell it to stop.
func short(store *os.File) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	go func() { store.Stat() }()
	<-ctx.Done()
}

// The context is the caller's, and so is the end of the process.
func part(ctx context.Context, store *os.File) {
	defer store.Close()
	go poll(ctx, store)
	<-ctx.Done()
}

// A function value may tell anybody.
func told(store *os.File, done func()) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	go func() {
		poll(ctx, store)
		done()
	}()
	<-ctx.Done()
}

// It stops the server that is served meanwhile.
func stopsServer(srv *http.Server, l net.Listener) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go func() {
		<-ctx.Done()
		if err := srv.Shutdown(context.Background()); err != nil {
			log.Print(err)
		}
	}()
	return srv.Serve(l)
}
