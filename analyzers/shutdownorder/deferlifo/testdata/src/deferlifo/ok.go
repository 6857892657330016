package deferlifo

import (
	"context"
	"database/sql"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"sync"

	"example.com/poller"
	"go.uber.org/zap"
)

// Nope. The wait runs last.
func ordered(db *sql.DB) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	defer db.Close()
	defer wg.Wait()
	defer cancel()
	wg.Go(func() {
		<-ctx.Done()
		_ = db.Ping()
	})
}

// Nope. A signal ends the context as well.
func signalEnds() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { <-ctx.Done() })
}

// Nope. The goroutine ends by itself.
func endsAlone() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { log.Print(ctx.Err()) })
}

// Nope. The function cancels before it returns.
func cancelsBefore(work func()) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { <-ctx.Done() })
	work()
	cancel()
}

// Nope. The context is the caller's child: the caller may end it.
func callersContext(parent context.Context) {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { <-ctx.Done() })
}

// Nope. The goroutine uses something else.
func usesOther(db, other *sql.DB) {
	var wg sync.WaitGroup
	defer wg.Wait()
	defer db.Close()
	wg.Go(func() { _ = other.Ping() })
}

// Nope. It has been waited for before.
func waitedBefore(db *sql.DB) {
	var wg sync.WaitGroup
	defer wg.Wait()
	defer db.Close()
	wg.Go(func() { _ = db.Ping() })
	wg.Wait()
}

// Nope. The deferred literal waits before it closes.
func waitsItself(db *sql.DB) {
	var wg sync.WaitGroup
	defer wg.Wait()
	defer func() {
		wg.Wait()
		db.Close()
	}()
	wg.Go(func() { _ = db.Ping() })
}

// Nope. The logger of the deferred literal is another one.
func otherLogger(a, b *zap.Logger) {
	defer func() { b.Info("bye") }()
	defer a.Sync()
}

// Nope. It is flushed last.
func flushedLast(logger *zap.Logger, db *sql.DB) {
	defer logger.Sync()
	defer func() {
		if err := db.Close(); err != nil {
			logger.Error("close", zap.Error(err))
		}
	}()
}

// Nope. Only one of the two is deferred.
func otherPath(db *sql.DB, ok bool) {
	var wg sync.WaitGroup
	if ok {
		defer wg.Wait()
	} else {
		defer db.Close()
	}
	wg.Go(func() { _ = db.Ping() })
}

// Nope. The worker stops first.
func workerFirst(open func() *sql.DB) {
	db := open()
	defer db.Close()
	p := poller.New(db)
	defer p.Stop()
	w := &saver{db: db, quit: make(chan struct{})}
	defer w.stop()
	w.start()
}

// Nope. The token of a semaphore is given back by the goroutine that took it.
func tokens(names []string) {
	tokens := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Add(1)
		go func() {
			tokens <- struct{}{}
			defer func() {
				<-tokens
				wg.Done()
			}()
			f, err := os.Open(name)
			if err != nil {
				log.Print(err)
				return
			}
			defer f.Close()
			_, _ = f.Stat()
		}()
	}
	wg.Wait()
}

// Nope. The file is closed last.
func closesLast(dsn string) error {
	f, err := os.Create("service.log")
	if err != nil {
		return err
	}
	defer f.Close()
	log.SetOutput(f)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer func() {
		if err := db.Close(); err != nil {
			log.Println("close", err)
		}
	}()
	return db.Ping()
}

// Nope. It is another file.
func otherFile(db *sql.DB) error {
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	f, err := os.Open("input")
	if err != nil {
		return err
	}
	defer func() {
		if err := db.Close(); err != nil {
			logger.Error("close", "err", err)
		}
	}()
	defer f.Close()
	return db.Ping()
}
