// Package main works on what another goroutine sends until a context ends, which SIGINT alone does.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
)

type job struct{ id int }

func produce(ctx context.Context) <-chan job {
	out := make(chan job)
	go func() {
		defer close(out)
		for i := 0; ; i++ {
			select {
			case out <- job{i}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func process(j job) error {
	return os.WriteFile(filepath.Join("done", strconv.Itoa(j.id)), nil, 0o600)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // want `SIGTERM, .*, kills the program without a shutdown: signal.NotifyContext is passed SIGINT only`
	defer stop()
	jobs := produce(ctx)
	for j := range jobs {
		if err := process(j); err != nil {
			log.Print(err)
		}
	}
	log.Print("drained")
}
