package rowserror

import (
	"database/sql"
	"log"
)

// Silent: it is asked for.
func asked(db *sql.DB) (n int, err error) {
	rows, err := db.Query("SELECT title FROM book")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

// Silent: a deferred literal asks.
func later(db *sql.DB) (n int, err error) {
	rows, err := db.Query("SELECT title FROM book")
	if err != nil {
		return 0, err
	}
	defer func() {
		_ = rows.Close()
		if err == nil {
			err = rows.Err()
		}
	}()
	for rows.Next() {
		n++
	}
	return n, nil
}

// Silent: a helper asks.
func helped(db *sql.DB) {
	rows, err := db.Query("SELECT title FROM book")
	if err != nil {
		return
	}
	for rows.Next() {
		log.Print("book")
	}
	finish(rows)
}

func finish(rows *sql.Rows) {
	if err := rows.Err(); err != nil {
		log.Print(err)
	}
	_ = rows.Close()
}

// Silent: the caller may ask.
func count(rows *sql.Rows) (n int) {
	for rows.Next() {
		n++
	}
	return n
}

// Silent: who gets the rows may ask.
func rest(db *sql.DB) (*sql.Rows, error) {
	rows, err := db.Query("SELECT title FROM book")
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		if rows.NextResultSet() {
			break
		}
	}
	return rows, nil
}

// Silent: no loop; Scan says that there is none.
func one(db *sql.DB) (title string, err error) {
	rows, err := db.Query("SELECT title FROM book LIMIT 1")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&title)
	}
	return title, err
}
