// Package main works until its context ends, which nothing ends.
package main

import (
	"context"
	"log"
	"os"
	"time"
)

type spool struct{ dir string }

func (s *spool) pass() error { return os.RemoveAll(s.dir) }

func (s *spool) run(ctx context.Context) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
			if err := s.pass(); err != nil {
				return err
			}
		}
	}
}

func start(ctx context.Context) error {
	s := &spool{dir: os.Args[1]}
	return s.run(ctx)
}

func main() {
	if err := start(context.Background()); err != nil { // want `SIGTERM interrupts the work of start at any point: it returns when its context ends, and nothing ends that, as nothing handles the signal`
		log.Fatal(err)
	}
}
