// Package main works until its context ends, and no longer than a minute.
package main

import (
	"context"
	"log"
	"os"
	"time"
)

func sweep(ctx context.Context, dir string) error {
	for ctx.Err() == nil {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

// Nope. It does not work until the context ends.
func once(ctx context.Context, dir string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return os.RemoveAll(dir)
}

func work() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return sweep(ctx, os.Args[1])
}

// Nope. A timer cancels it.
func canceled() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	time.AfterFunc(time.Minute, cancel)
	return sweep(ctx, os.Args[1])
}

func main() {
	if err := once(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
	if err := work(); err != nil {
		log.Fatal(err)
	}
	if err := canceled(); err != nil {
		log.Fatal(err)
	}
	for {
	}
}
