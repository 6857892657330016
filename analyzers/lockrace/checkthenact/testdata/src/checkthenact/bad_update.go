package checkthenact

import (
	"sync"

	"gorm.io/gorm"
)

var dbs sync.Map

type database struct{ *gorm.DB }

// The pool that is not kept is never closed.
func databaseOf(dsn string) *database {
	db, ok := dbs.Load(dsn)
	if !ok {
		opened := gorm.Open(dsn)
		db = &database{opened}
		dbs.Store(dsn, db) // want `dbs\.Store stores because of the test at line 15`
	}
	return db.(*database)
}
