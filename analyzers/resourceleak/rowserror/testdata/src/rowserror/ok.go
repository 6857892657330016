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

// Silent: callers of other packages may ask.
func Count(rows *sql.Rows) (n int) {
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

// Silent: a caller asks.
func number(rows *sql.Rows) (n int) {
	for rows.Next() {
		n++
	}
	return n
}

func books(db *sql.DB) (int, error) {
	rows, err := db.Query("SELECT title FROM book")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n := number(rows)
	return n, rows.Err()
}

// Silent: the function is used as a value.
func first(rows *sql.Rows) bool { return rows.Next() }

var readers = []func(*sql.Rows) bool{first}

// Silent: Scan fails where there is no row.
func scanned(db *sql.DB) (title string, err error) {
	rows, err := db.Query("SELECT title FROM book LIMIT 1")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	rows.Next()
	return title, rows.Scan(&title)
}

// Silent: it is asked for where there is no row.
func one(db *sql.DB) (title string, err error) {
	rows, err := db.Query("SELECT title FROM book LIMIT 1")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return "", err
		}
		return "", sql.ErrNoRows
	}
	return title, rows.Scan(&title)
}
