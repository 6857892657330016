// Package sessions stands for one of a program that ends the process when it fails.
package sessions

import (
	"database/sql"
	"log"
	"os"
)

var db *sql.DB

// Begin ends the process when the database refuses the connection.
func Begin() *sql.Tx {
	tx, err := db.Begin()
	if err != nil {
		log.Fatalf("begin: %v", err)
	}
	return tx
}

// Start is for main.
func Start(path string) {
	if _, err := os.ReadFile(path); err != nil {
		log.Fatal(err)
	}
}

// Try returns the error.
func Try() (*sql.Tx, error) { return db.Begin() }
