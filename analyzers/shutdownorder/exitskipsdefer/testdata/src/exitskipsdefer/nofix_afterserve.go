package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type outbox struct {
	wg    sync.WaitGroup
	queue chan string
	file  *os.File
}

// Close writes what is queued.
func (o *outbox) Close() error {
	close(o.queue)
	o.wg.Wait()
	if err := o.file.Sync(); err != nil {
		return err
	}
	return o.file.Close()
}

// The process ends while run is writing what is queued.
func serveAndClose(srv *http.Server, o *outbox) error {
	go stopOnSignal(srv)
	err := srv.ListenAndServe()
	return errors.Join(err, o.Close())
}

func stopOnSignal(srv *http.Server) {
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	<-sig
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_ = srv.Shutdown(ctx)
	os.Exit(0) // want "os.Exit interrupts o.Close \\(line \\d+\\), which runs at the same time: srv.ListenAndServe returns as soon as srv.Shutdown begins"
}
