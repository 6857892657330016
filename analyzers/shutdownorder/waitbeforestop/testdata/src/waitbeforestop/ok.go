package main

import (
	"context"
	"errors"
	"log"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Stopped first.
func inOrder() {
	b := &beater{quit: make(chan struct{})}
	b.wg.Go(b.loop)
	b.stop()
	b.wg.Wait()
}

type beater struct {
	wg   sync.WaitGroup
	quit chan struct{}
}

func (b *beater) loop() {
	for {
		select {
		case <-b.quit:
			return
		case <-time.After(time.Second):
			log.Print("beat")
		}
	}
}

func (b *beater) stop() { close(b.quit) }

// A handler of signals stops it.
func bySignal() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			time.Sleep(time.Second)
		}
	})
	all.Wait()
	stop()
}

type worker struct {
	wg   sync.WaitGroup
	quit chan struct{}
}

// It may fail, and return by itself.
func (w *worker) run(try func() error) {
	defer w.wg.Done()
	for try() == nil {
		select {
		case <-w.quit:
			return
		case <-time.After(time.Second):
		}
	}
}

func fails() {
	w := &worker{quit: make(chan struct{})}
	w.wg.Add(1)
	go w.run(func() error { return errors.New("broken") })
	w.wg.Wait()
	close(w.quit)
}

// Another goroutine stops it.
func byOther(stop <-chan struct{}) {
	var all sync.WaitGroup
	quit := make(chan struct{})
	all.Go(func() {
		<-quit
		log.Print("through")
	})
	go func() {
		<-stop
		close(quit)
	}()
	all.Wait()
}

// What it waits for has been sent before the goroutine goes on.
func ready() {
	up, quit := make(chan struct{}), make(chan struct{})
	go func() {
		up <- struct{}{}
		<-quit
	}()
	<-up
	close(quit)
}

// Only one of the two groups of a loop has been started by then.
func rounds(names []string) {
	quit := make(chan struct{})
	var all sync.WaitGroup
	for range names {
		all.Go(func() { <-quit })
	}
	close(quit)
	all.Wait()
}

// What Wait waits for, Stop ends; and Close waits behind it.
type recorder struct {
	wg   sync.WaitGroup
	quit chan struct{}
	once sync.Once
}

func (r *recorder) start() {
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		<-r.quit
	}()
}

func (r *recorder) wait() { r.wg.Wait() }

func (r *recorder) stop() { r.once.Do(func() { close(r.quit) }) }

func (r *recorder) close() {
	r.stop()
	r.wg.Wait()
}
