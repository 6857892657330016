package closedonreturn

import (
	"database/sql"
	"log"
)

var ledger *sql.DB

// What it calls may be all that uses the database.
func migrate(dsn string) {
	var err error
	ledger, err = sql.Open("postgres", dsn)
	if err != nil {
		log.Fatal(err)
	}
	defer ledger.Close() // want `ledger is closed when migrate returns, and used after that: ledger keeps it`
	apply("CREATE TABLE entries (id int)")
}

func apply(statement string) {
	if _, err := ledger.Exec(statement); err != nil {
		log.Print(err)
	}
}
