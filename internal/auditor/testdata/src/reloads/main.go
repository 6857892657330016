// Reloads keeps a worker that is told to stop by a channel of the package.
package main

import (
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

var (
	reloading sync.WaitGroup
	stopCh    chan struct{}
)

func main() {
	start()
	go func() { _ = http.ListenAndServe(":80", nil) }()
	wait()
	stop()
}

func wait() os.Signal {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	for {
		sig := <-ch
		if sig == syscall.SIGHUP {
			continue
		}
		signal.Stop(ch)
		return sig
	}
}

func start() {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	update()
	stopCh = make(chan struct{})
	reloading.Go(func() {
		reload(hup)
	})
}

// update has goroutines of its own, for which it waits.
func update() {
	var parts sync.WaitGroup
	for i := range 3 {
		parts.Go(func() { println("part", i) })
	}
	parts.Wait()
}

func stop() {
	close(stopCh)
	reloading.Wait()
}

func reload(hup <-chan os.Signal) {
	var tick <-chan time.Time
	if os.Getenv("TICK") != "" {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case <-stopCh:
			return
		default:
		}
		select {
		case <-stopCh:
			return
		case <-tick:
			update()
		case <-hup:
			update()
		}
	}
}
