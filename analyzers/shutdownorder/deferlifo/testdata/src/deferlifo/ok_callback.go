package deferlifo

import (
	"database/sql"
	"log"

	"example.com/poller"
)

// What the feed calls does not use the database.
func callbackOther(open func() (*sql.DB, error)) error {
	feed := poller.NewFeed()
	defer feed.Stop()
	db, err := open()
	if err != nil {
		return err
	}
	defer db.Close()
	feed.OnItem(func(item string) { log.Print(item) })
	feed.Start()
	return db.Ping()
}

// The function is called in place, and is of another type than those that the feed keeps.
func callbackInPlace(open func() (*sql.DB, error)) error {
	feed := poller.NewFeed()
	defer feed.Stop()
	db, err := open()
	if err != nil {
		return err
	}
	defer db.Close()
	feed.Start()
	return feed.Each(func(item string) error {
		_, err := db.Exec("insert into items values ($1)", item)
		return err
	})
}

// The feed is stopped first.
func callbackFirst(db *sql.DB) {
	feed := poller.NewFeed()
	defer db.Close()
	defer feed.Stop()
	feed.OnItem(func(item string) { _, _ = db.Exec("insert into items values ($1)", item) })
	feed.Start()
	log.Print("working")
}
