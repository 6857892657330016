package deferlifo

import (
	"database/sql"
	"log"
)

// The value is sent once: a second receive would wait for ever.
func sentOnce(dsn string) error {
	done := make(chan error)
	defer func() { <-done }()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		close(done)
		return err
	}
	defer db.Close() // want `deferred db.Close runs before the deferred <-done \(line 11\)`
	go func() {
		_, err := db.Exec("SELECT 1")
		if err != nil {
			log.Print(err)
		}
		done <- err
	}()
	return nil
}
