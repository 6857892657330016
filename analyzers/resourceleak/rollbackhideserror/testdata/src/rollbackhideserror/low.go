package rollbackhideserror

import (
	"database/sql"
	"log"
)

func removeLogged(db *sql.DB, id int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	if err := touch(tx, id); err != nil {
		log.Printf("remove %d: %v", id, err)
		return tx.Rollback() // want `err is replaced by the result of tx.Rollback`
	}
	return tx.Commit()
}
