package exitinhandler

import (
	"database/sql"
	"log"
	"time"
)

type board struct {
	db *sql.DB
	n  int
}

func newBoard(db *sql.DB) *board {
	b := &board{db: db}
	go func() {
		for {
			b.refresh()
			time.Sleep(time.Minute)
		}
	}()
	return b
}

func (b *board) refresh() {
	if err := b.db.QueryRow("SELECT count(*) FROM games").Scan(&b.n); err != nil {
		log.Fatal("count: ", err) // want `one periodic pass ends the process, and with it all other work: log.Fatal exits in a function literal of newBoard`
	}
}

// It is tried some times, and not periodically.
func (b *board) connect() {
	go func() {
		for i := 0; i < 3; i++ {
			if b.db.Ping() == nil {
				return
			}
			time.Sleep(time.Second)
		}
		log.Fatal("cannot connect")
	}()
}
