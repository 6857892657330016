package deferlifo

import (
	"database/sql"
	"log"
	"sync"

	"example.com/poller"
)

func foreignWorker(open func() *sql.DB) {
	db := open()
	p := poller.New(db)
	defer p.Stop()
	defer db.Close() // want `deferred db\.Close runs before the deferred p\.Stop\(\) \(line \d+\): the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
	log.Print("working")
}

type saver struct {
	db   *sql.DB
	quit chan struct{}
	wg   sync.WaitGroup
}

func (w *saver) start() {
	w.wg.Go(func() {
		<-w.quit
		_ = w.db.Ping()
	})
}

func (w *saver) stop() {
	close(w.quit)
	w.wg.Wait()
}

func ownWorker(db *sql.DB) {
	w := &saver{db: db, quit: make(chan struct{})}
	w.start()
	defer w.stop()
	// The pool goes, too.
	defer func() { // nobody uses it
		if err := db.Close(); err != nil { // want `deferred db.Close runs before the deferred w.stop, with w.wg.Wait\(\) at line 34, \(line 40\): the goroutine started at line 26 still uses it \(line 28\)`
			log.Print(err)
		}
	}()
	log.Print("working")
}
