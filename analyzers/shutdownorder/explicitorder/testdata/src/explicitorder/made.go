package explicitorder

import (
	"database/sql"
	"sync"

	"example.com/poller"
)

// What waits before does not wait for the writer.
func otherWait(db *sql.DB) {
	w := poller.NewWriter(poller.NewStore(db))
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		w.Write()
	}()
	var wg sync.WaitGroup
	wg.Go(func() { w.Write() })
	<-watched
	wg.Wait()
	db.Close() // want `db\.Close runs before w\.Close\(\) \(line \d+\): the goroutine it waits for still uses it \(\S*poller\.go:\d+\)`
	w.Close()
}
