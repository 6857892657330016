// Package main exits in a goroutine while main waits for something else.
package main

import (
	"bufio"
	"log"
	"net/http"
	"os"
	"os/signal"
)

type journal struct{ w *bufio.Writer }

func (j *journal) Close() error { return j.w.Flush() }

func main() {
	f, err := os.Create("journal")
	if err != nil {
		log.Print(err)
		return
	}
	j := &journal{bufio.NewWriter(f)}
	defer j.Close()
	srv := &http.Server{Addr: ":8080"}
	go func() {
		if err := srv.ListenAndServe(); err != nil {
			log.Fatal(err) // want `log.Fatal skips the deferred j.Close \(line 23\)`
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	<-quit
}

func work(next func() bool) error {
	dir, err := os.MkdirTemp("", "work")
	if err != nil {
		return err
	}
	defer func() {
		_ = os.RemoveAll(dir)
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	go func() {
		<-quit
		os.Exit(0) // want `os.Exit skips the deferred os.RemoveAll \(line 41\)`
	}()
	for next() {
	}
	return nil
}

// The file that stays behind is worse than that it is not closed.
func render(text []byte) {
	f, err := os.CreateTemp("", "page")
	if err != nil {
		return
	}
	defer func() {
		f.Close()
		os.Remove(f.Name())
	}()
	if _, err := f.Write(text); err != nil {
		log.Fatal(err) // want `log.Fatal skips the deferred os.Remove \(line 62\)`
	}
}
