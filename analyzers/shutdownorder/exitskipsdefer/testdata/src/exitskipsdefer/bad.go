package main

import (
	"compress/gzip"
	"context"
	"database/sql"
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
		os.Exit(1) // want `os\.Exit skips the deferred objects\.Close \(line \d+\): what it writes, releases or reports is lost`
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
		logger.Fatal("migrate", zap.Error(err)) // want `logger\.Fatal skips the deferred store\.Flush \(line \d+\) and 1 more`
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
		log.Fatal(err) // want `log\.Fatal skips the deferred z\.Close \(line \d+\)`
	}
	return nil
}

// The literal behind the variable can be seen.
func seen(s *store.Store) error {
	save := func() { s.Close() }
	defer save()
	if err := work(s); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred save \(line \d+\)`
	}
	return nil
}

// The pool's statements change what it leads to, in another function.
func seed(db *sql.DB) error {
	defer db.Close()
	if err := insert(db); err != nil {
		return err
	}
	if err := insert(db); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred db\.Close \(line \d+\)`
	}
	return nil
}

func insert(db *sql.DB) error {
	_, err := db.Exec("INSERT INTO t VALUES (1)")
	return err
}

// The file is no logger, although its method is called as that of one is.
func journal(logger *zap.Logger) error {
	f, err := os.Create("journal")
	if err != nil {
		return err
	}
	defer f.Sync()
	if _, err := f.WriteString("begin"); err != nil {
		logger.Fatal("journal", zap.Error(err)) // want `logger\.Fatal skips the deferred f\.Sync \(line \d+\)`
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
		log.Fatal(err) // want `log\.Fatal skips the deferred t\.Close \(line \d+\)`
	}
	return nil
}
