package main

import (
	"context"
	"database/sql"
	"debug/elf"
	"errors"
	"expvar"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"example.com/store"
	"go.uber.org/zap"
	"google.golang.org/grpc"
)

// Nope. Fatal syncs the logger itself.
func fatalSyncs(logger *zap.Logger) {
	defer logger.Sync()
	logger.Fatal("stop")
}

// Nope. What these undo ends with the process.
func goneWithProcess(mu *sync.Mutex, f *os.File, resp *http.Response) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	mu.Lock()
	defer mu.Unlock()
	defer f.Close()
	defer resp.Body.Close()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	if ctx.Err() != nil {
		log.Fatal(ctx.Err())
	}
}

// Nope. The deferred literal only logs.
func onlyLogs(start time.Time) {
	defer func() { log.Printf("took %s", time.Since(start)) }()
	defer trackTime(start)
	os.Exit(1)
}

func trackTime(start time.Time) { fmt.Println(time.Since(start)) }

// Nope. The deferred literal is for panics.
func recovers(s *store.Store) {
	defer func() {
		if r := recover(); r != nil {
			s.Close()
		}
	}()
	os.Exit(2)
}

// Nope. The exit comes before anything is deferred.
func before() {
	s, err := store.Open("x")
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	_ = work(s)
}

// Nope. The function closes it before it exits.
func closesFirst() {
	s, err := store.Open("x")
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	if err := work(s); err != nil {
		_ = s.Close()
		log.Fatal(err)
	}
}

// Nope. A panic runs deferred calls.
func panics(s *store.Store) {
	defer s.Close()
	if err := work(s); err != nil {
		panic(err)
	}
}

// Nope. The deferred call belongs to the literal, which has returned.
func literal() {
	err := func() error {
		s, err := store.Open("x")
		if err != nil {
			return err
		}
		defer s.Close()
		return work(s)
	}()
	if err != nil {
		log.Fatal(err)
	}
}

// Nope. The exit runs in another goroutine, whose caller may still return.
func elsewhere(s *store.Store) {
	defer s.Close()
	go func() { log.Fatal(errors.New("elsewhere")) }()
}

// Nope. Nothing after the deferred call exits; what exits is on another path.
func otherPath(s *store.Store, ok bool) {
	if ok {
		defer s.Close()
		_ = work(s)
		return
	}
	log.Fatal("not ok")
}

// Nope. The helper may return.
func helper(s *store.Store, err error) {
	defer s.Close()
	mayExit(err)
}

func mayExit(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Nope. The object file is read, and the kernel closes it.
func reads(name string) {
	f, err := elf.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	if f.Machine != elf.EM_X86_64 {
		log.Fatal("wrong machine")
	}
}

// Nope. A pool of connections has nothing left to write.
func migrates(dsn string) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if err := db.Ping(); err != nil {
		log.Fatal(err)
	}
}

// Nope. Nothing was done with the store yet, and the literal on the way does
// nothing either.
func unusedYet(name string) {
	s, err := store.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	if err := os.Chdir(name); err != nil {
		log.Fatal(err)
	}
	_ = work(s)
}

// Nope. The lock is one of the process, although its Unlock does more.
type counted struct {
	mu sync.Mutex
	n  *store.Store
}

func (c *counted) Lock() { c.mu.Lock() }

func (c *counted) Unlock() {
	store.Flush(context.Background())
	c.mu.Unlock()
}

func lockedExit(l sync.Locker, c *counted) {
	c.Lock()
	defer c.Unlock()
	os.Exit(1)
}

// Nope. It only recovers, in another package.
func recoversElsewhere() {
	defer store.Recover()
	os.Exit(1)
}

// Nope. Counters end with the process.
var handled = expvar.NewInt("handled")

func counts(s *store.Store, last *atomic.Int64) {
	defer func() {
		handled.Add(1)
		last.Store(1)
		_ = s.Put("k", "v")
	}()
	if err := work(s); err != nil {
		log.Fatal(err)
	}
}

// Nope. The file is in its place.
func replaces(name string, s *store.Store) {
	tmp, err := os.CreateTemp("", "new")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(tmp.Name())
	if err := os.Rename(tmp.Name(), name); err != nil {
		return
	}
	if err := work(s); err != nil {
		log.Fatal(err)
	}
}

// Nope. The store is the one that failed, and nothing was done with it before.
func failsItself(name string) {
	s, err := store.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	if err := s.Compact(); err != nil {
		log.Fatal(err)
	}
}

func failsItselfToo(name string) {
	s, err := store.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	err = s.Compact()
	if err != nil {
		log.Fatal(err)
	}
}

// Nope. The gate of the other package is one of the process.
func gated(g *store.Gate, err error) {
	g.Begin()
	defer g.End()
	if err != nil {
		log.Fatal(err)
	}
}

// Nope. A call has been answered or has failed when it returns: nothing waits in
// the connection.
func asksOnce(target string, ask func(*grpc.ClientConn) error) {
	conn, err := grpc.NewClient(target)
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	if err := ask(conn); err != nil {
		log.Fatal(err)
	}
}

// Nope. What can only be read has nothing left to write.
type rows struct{ of *store.Store }

func (r *rows) Read(row []byte) (int, error) { return 0, work(r.of) }

func (r *rows) Close() error { return r.of.Close() }

func eachRow(r *rows) {
	defer r.Close()
	if _, err := r.Read(nil); err != nil {
		return
	}
	if _, err := r.Read(nil); err != nil {
		log.Fatal(err)
	}
}

// Nope. Something has failed: what the server was asked may fail as well.
func servesUntil(srv *http.Server, err error) {
	defer func() {
		if err := srv.Shutdown(context.Background()); err != nil {
			log.Print(err)
		}
	}()
	if err := srv.ListenAndServe(); err != nil {
		log.Fatal(err)
	}
}

// Nope. Nothing runs yet that could be stopped.
type engine struct{ of *store.Store }

func (e *engine) Run() error { return e.of.Compact() }

func (e *engine) Shutdown() error { return e.of.Close() }

func configured(s *store.Store, check func() error) {
	e := &engine{of: s}
	defer func() {
		if err := e.Shutdown(); err != nil {
			log.Print(err)
		}
	}()
	if err := check(); err != nil {
		log.Fatal(err)
	}
}

// Nope. What has stopped by itself is not to be stopped.
func serving(s *store.Store) {
	e := &engine{of: s}
	defer func() {
		if err := e.Shutdown(); err != nil {
			log.Print(err)
		}
	}()
	e.of.Compact()
	if err := e.Run(); err != nil {
		log.Fatal(err)
	}
}
