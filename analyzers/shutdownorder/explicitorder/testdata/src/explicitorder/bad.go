package explicitorder

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"sync"

	"example.com/ledger"
)

type looper struct {
	db   *sql.DB
	stop chan struct{}
	wg   sync.WaitGroup
}

func (s *looper) Start() { s.wg.Go(s.loop) }

func (s *looper) loop() {
	<-s.stop
	s.save()
}

func (s *looper) save() {
	if _, err := s.db.Exec("UPDATE t SET done = true"); err != nil {
		log.Print(err)
	}
}

func (s *looper) Stop() {
	close(s.stop)
	if err := s.db.Close(); err != nil { // want `s\.db\.Close runs before s\.wg\.Wait\(\) \(line \d+\): the goroutine started at line \d+ still uses it \(line \d+\)`
		log.Print(err) // whatever it is
	}
	// Wait for the loop.
	s.wg.Wait()
}

func serve(ctx context.Context, db *sql.DB) {
	srv := &http.Server{Handler: routes(db)}
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	db.Close() // want `db\.Close runs before srv\.Shutdown \(line \d+\): requests in flight still use it`
	_ = srv.Shutdown(context.Background())
}

func routes(db *sql.DB) http.Handler {
	return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { _ = db.Ping() })
}

func foreignStore(book *ledger.Ledger) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = book.Append("x")
	}()
	_ = book.Close() // want `book\.Close runs before <-done \(line \d+\): the goroutine started at line \d+ still uses it \(line \d+\)`
	<-done
}

// The goroutine says by a channel that it is through.
type archive struct {
	db   *sql.DB
	stop chan struct{}
	done chan struct{}
}

func newArchive(db *sql.DB) *archive {
	a := &archive{db: db, stop: make(chan struct{}), done: make(chan struct{})}
	go a.run()
	return a
}

func (a *archive) run() {
	defer close(a.done)
	for {
		select {
		case <-a.stop:
			_, _ = a.db.Exec("UPDATE archive SET open = false")
			return
		default:
			_, _ = a.db.Exec("INSERT INTO archive VALUES (1)")
		}
	}
}

func (a *archive) Close() {
	close(a.stop)
	_ = a.db.Close() // want `a\.db\.Close runs before <-a\.done \(line \d+\): the goroutine started at line \d+ still uses it \(line \d+\)`
	<-a.done
}
