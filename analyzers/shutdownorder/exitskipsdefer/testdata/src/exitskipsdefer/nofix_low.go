package main

import (
	"database/sql"
	"log"
	"os"
	"runtime/pprof"

	"example.com/store"
	"go.uber.org/zap"
)

// The logger writes at once; that it is asked for first is no work.
type settings struct{ logger *zap.Logger }

func (s *settings) log() *zap.Logger { return s.logger }

func syncs(s *settings, logger *zap.Logger) {
	defer logger.Sync()
	defer func() {
		if l := s.log(); l != nil {
			l.Sync()
		}
	}()
	os.Exit(1) // want `os\.Exit skips the deferred l\.Sync \(line \d+\) and 1 more`
}

// A helper closes what is known as a closer.
func closesQuietly(s *store.Store) {
	defer store.Close(s)
	defer store.CloseQuietly(s)
	if err := work(s); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred store\.CloseQuietly \(line \d+\) and 1 more`
	}
}

// What the function value does, and the method of an interface, cannot be
// seen.
func hiddenReleases(setUp func() (func(), error), client interface{ Close() }) {
	stop, err := setUp()
	if err != nil {
		log.Fatal(err)
	}
	defer stop()
	defer client.Close()
	if err := os.Chdir("/"); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred stop \(line \d+\)`
	}
}

// Nobody looks at the profile of a run that has failed.
func profiled(f *os.File, run func() error) {
	if err := pprof.StartCPUProfile(f); err != nil {
		log.Fatal(err)
	}
	defer pprof.StopCPUProfile()
	err := run()
	log.Print("done")
	if err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred pprof\.StopCPUProfile \(line \d+\)`
	}
}

// So it is where a fatal log, and no test of an error, says that it has failed.
func profiledFor(f *os.File, names []string, known map[string]bool) {
	if err := pprof.StartCPUProfile(f); err != nil {
		log.Fatal(err)
	}
	defer pprof.StopCPUProfile()
	for _, name := range names {
		if !known[name] {
			log.Fatalln("unknown", name) // want `log\.Fatalln skips the deferred pprof\.StopCPUProfile \(line \d+\)`
		}
	}
}

// The connection is not seen to be written to.
func asks(db *sql.DB) {
	defer db.Close()
	if _, err := db.Query("SELECT 1"); err != nil {
		return
	}
	if _, err := db.Query("SELECT 2"); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred db\.Close \(line \d+\)`
	}
}
