package closedonreturn

import (
	"database/sql"
	"log"
	"os"
	"os/exec"
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

var archive *sql.DB

// So may a function that it is passed.
func withArchive(dsn string, use func()) {
	var err error
	archive, err = sql.Open("postgres", dsn)
	if err != nil {
		log.Fatal(err)
	}
	defer archive.Close() // want `archive is closed when withArchive returns, and used after that`
	use()
}

func archived() error { return archive.Ping() }

// What it runs is logged, and it may be the whole program.
func logged(name string, cmd *exec.Cmd) {
	f, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close() // want `f is closed when logged returns, and used after that: log.SetOutput keeps it`
	log.SetOutput(f)
	if err := cmd.Run(); err != nil {
		log.Print(err)
	}
}
