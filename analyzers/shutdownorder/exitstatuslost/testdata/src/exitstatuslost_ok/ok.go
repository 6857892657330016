package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"
)

// Each failure has its status, or is none.
func main() {
	if err := load(); err != nil {
		log.Println(err) // the program works without
	}
	if err := open(); err != nil {
		log.Print(err)
		os.Exit(2)
	}
	if err := open(); err != nil {
		fail(err)
	}
	if err := open(); errors.Is(err, os.ErrNotExist) {
		log.Print("nothing to do")
		return
	}
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	err := srv.Shutdown(ctx)
	cancel()
	if err != nil {
		log.Print(err) // the work is done
	}
}

func load() error { return nil }

func open() error { return nil }

func fail(err error) {
	log.Print(err)
	os.Exit(1)
}
