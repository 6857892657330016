package deferlifo

import (
	"database/sql"
	"log"

	"example.com/poller"
)

// What the feed calls in the background uses the database.
func callbackWorker(open func() (*sql.DB, error)) error {
	feed := poller.NewFeed()
	defer feed.Stop()
	db, err := open()
	if err != nil {
		return err
	}
	defer db.Close() // want `deferred db\.Close runs before the deferred feed\.Stop\(\) \(line 13\): the goroutine it waits for still uses it`
	feed.OnItem(func(item string) {
		if _, err := db.Exec("insert into items values ($1)", item); err != nil {
			log.Print(err)
		}
	})
	feed.Start()
	log.Print("working")
	return nil
}
