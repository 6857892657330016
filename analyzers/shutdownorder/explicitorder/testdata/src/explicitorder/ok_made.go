package explicitorder

import (
	"database/sql"
	"sync"

	"example.com/poller"
)

// The goroutine that is waited for waits for the writer.
func waitsInside(db *sql.DB) {
	w := poller.NewWriter(poller.NewStore(db))
	var wg sync.WaitGroup
	wg.Go(w.Write)
	wg.Go(func() { w.Close() })
	wg.Wait()
	db.Close()
	w.Close()
}

// Its store is another one.
func otherStore(db, other *sql.DB) {
	w := poller.NewWriter(poller.NewStore(other))
	db.Close()
	w.Close()
}

// What waits before may wait for the writer: nothing shows what it is.
func unknownWait(db *sql.DB, done chan struct{}) {
	w := poller.NewWriter(poller.NewStore(db))
	<-done
	db.Close()
	w.Close()
}
