package leftopen

import (
	"database/sql"

	"github.com/XSAM/otelsql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

type almanac struct {
	pool *sql.DB
	db   *gorm.DB
}

// gorm closes the pool that it is passed where it fails.
func openAlmanac(dsn string) (*almanac, error) {
	a := new(almanac)
	var err error
	if a.pool, err = otelsql.Open("sqlite", dsn); err != nil {
		return nil, err
	}
	a.db, err = gorm.Open(sqlite.Dialector{Conn: a.pool}, &gorm.Config{})
	if err != nil {
		return nil, err // want `a.pool, opened at line \d+, stays open on this return`
	}
	return a, nil
}
