package explicitorder

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"

	"example.com/poller"
)

type service struct {
	db     *sql.DB
	quit   chan struct{}
	jobs   sync.WaitGroup
	server *http.Server
}

func (s *service) start() {
	s.jobs.Go(func() {
		<-s.quit
		_ = s.db.Ping()
	})
}

func (s *service) closeStores() {
	if s.db != nil {
		_ = s.db.Close()
	}
}

func (s *service) stopJobs() {
	close(s.quit)
	s.jobs.Wait()
}

func (s *service) shutdown() {
	s.closeStores() // want `s\.closeStores, with s\.db\.Close at line \d+, runs before s\.stopJobs, with s\.jobs\.Wait\(\) at line \d+, \(line \d+\): the goroutine started at line \d+ still uses it \(line \d+\)`
	s.stopJobs()
}

func signalled(db *sql.DB) {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	p := poller.New(db)
	<-quit
	// Nobody needs it any more, one should think.
	err := db.Close() // want `db\.Close runs before p\.Stop\(\) \(line \d+\): the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
	if err != nil {
		log.Print(err)
	}
	p.Stop()
}

func closures(ctx context.Context, db *sql.DB) error {
	var wg sync.WaitGroup
	wg.Go(func() {
		<-ctx.Done()
		_ = db.Ping()
	})
	release := func() { _ = db.Close() }
	join := func() error {
		wg.Wait()
		return nil
	}
	<-ctx.Done()
	release() // want `release, with db\.Close at line \d+, runs before join, with wg\.Wait\(\) at line \d+, \(line \d+\): the goroutine started at line \d+ still uses it \(line \d+\)`
	return join()
}

func once(db *sql.DB) {
	p := poller.New(db)
	var closing sync.Once
	closing.Do(func() { _ = db.Close() }) // want `closing\.Do, with db\.Close at line \d+, runs before p\.Stop\(\) \(line \d+\): the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
	p.Stop()
}

func deferredHelpers(db *sql.DB) {
	p := poller.New(db)
	defer p.Stop()
	defer db.Close() // covered by defer-lifo
	_ = db.Ping()
}

type handlers struct{ db *sql.DB }

func (h *handlers) get(http.ResponseWriter, *http.Request) { _ = h.db.Ping() }

func routed(ctx context.Context, db *sql.DB) {
	h := &handlers{db}
	mux := http.NewServeMux()
	mux.HandleFunc("/", h.get)
	srv := &http.Server{Handler: mux}
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	if err := db.Close(); err != nil { // want `db\.Close runs before srv\.Shutdown \(line \d+\): requests in flight still use it`
		log.Print(err)
	}
	if err := srv.Shutdown(context.Background()); err != nil {
		log.Print(err)
	}
}

func logged(what string, f func() error) {
	if err := f(); err != nil {
		log.Print(what, err)
	}
}

func helperRuns(db *sql.DB) {
	p := poller.New(db)
	logged("db", db.Close) // want `logged, with db\.Close at line \d+, runs before p\.Stop\(\) \(line \d+\): the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
	p.Stop()
}
