package main

import (
	"compress/gzip"
	"context"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"

	"example.com/store"
	"go.uber.org/zap"
)

func main() {
	objects, err := store.Open("objects")
	if err != nil {
		slog.Error("storage", "err", err)
		os.Exit(1)
	}
	defer func() {
		if err := objects.Close(); err != nil {
			slog.Error("close store", "err", err)
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	failed := make(chan error, 1)
	go func() { failed <- work(objects) }()
	select {
	case err := <-failed:
		slog.Error("failed", "err", err)
		os.Exit(1) // want `os.Exit ends the process without the deferred objects.Close \(line 23\): what they write or give back is lost`
	case <-ctx.Done():
	}
	if len(os.Args) > 1 {
		return
	}
}

func work(s *store.Store) error { return s.Put("k", "v") }

// The logger flushes itself before it exits, and nothing else.
func migrate(logger *zap.Logger) error {
	defer logger.Sync()
	dir, err := os.MkdirTemp("", "migrate")
	if err != nil {
		logger.Fatal("temporary directory", zap.Error(err))
	}
	defer os.RemoveAll(dir)
	defer store.Flush(context.Background())
	if err := os.Chdir(dir); err != nil {
		logger.Fatal("migrate", zap.Error(err)) // want `logger.Fatal ends the process without the deferred store.Flush \(line 52\) and 1 more`
	}
	return nil
}

// A writer has something left to write.
func compress(out io.Writer, data []byte) error {
	z := gzip.NewWriter(out)
	defer z.Close()
	if _, err := z.Write(data[:1]); err != nil {
		return err
	}
	if _, err := z.Write(data[1:]); err != nil {
		log.Fatal(err) // want `log.Fatal ends the process without the deferred z.Close`
	}
	return nil
}

// The literal behind the variable can be seen.
func seen(s *store.Store) error {
	save := func() { s.Close() }
	defer save()
	if err := work(s); err != nil {
		log.Fatal(err) // want `log.Fatal ends the process without the deferred save`
	}
	return nil
}

// It can be written to, too.
type table struct{ of *store.Store }

func (t *table) Read(row []byte) (int, error) { return 0, work(t.of) }

func (t *table) AppendRow(row []byte) { _ = work(t.of) }

func (t *table) Close() error { return t.of.Close() }

func appendRow(t *table) error {
	defer t.Close()
	if _, err := t.Read(nil); err != nil {
		return err
	}
	if _, err := t.Read(nil); err != nil {
		log.Fatal(err) // want `log.Fatal ends the process without the deferred t.Close`
	}
	return nil
}
