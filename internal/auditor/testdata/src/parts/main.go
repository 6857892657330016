// Parts closes, at the start, a store by a part of it; it asks a directory once, keeps a
// store in a file, and tries what it writes again.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/go-ldap/ldap/v3"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
)

var kept *gorm.DB

func main() {
	kept = open()
	create()
	_ = check("ldap://directory")
	db, err := sqlx.ConnectContext(context.Background(), "sqlite", "file.db")
	if err != nil {
		panic(err)
	}
	for range 3 {
		if err := write(db); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	_ = http.ListenAndServe(":80", nil)
}

func open() *gorm.DB {
	db, _ := gorm.Open(nil)
	return db
}

func create() {
	db := open()
	part, err := db.DB()
	if err != nil {
		return
	}
	defer func() { _ = part.Close() }()
}

func check(addr string) error {
	conn, err := ldap.DialURL(addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Bind("me", "secret")
}

func write(db *sqlx.DB) error {
	println(db)
	return nil
}
