package main

import (
	"database/sql"
	"log"
	"os"
)

// check is what many programs have in place of error handling.
func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func checked(path string) error {
	tmp, err := os.MkdirTemp("", "build")
	check(err)
	defer os.RemoveAll(tmp)
	err = os.WriteFile(tmp+"/marker", nil, 0o600)
	check(err) // want `check skips the deferred os.RemoveAll \(line \d+\)`
	check(os.Rename(tmp+"/marker", path))
	return nil
}

// Silent: nothing was deferred before, and what was is not missed.
func unchecked(db *sql.DB) {
	_, err := db.Exec("vacuum")
	check(err)
	rows, err := db.Query("select 1")
	check(err)
	defer rows.Close()
	_, err = db.Exec("analyze")
	check(err)
}
