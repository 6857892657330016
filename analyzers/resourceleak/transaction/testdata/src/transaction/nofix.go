package transaction

import "database/sql"

// Each pass begins one; there is no fix in a loop.
func each(db *sql.DB, ids []string) {
	for _, id := range ids {
		tx, err := db.Begin() // want `the transaction tx is begun again while that of the last pass is open`
		if err != nil {
			continue
		}
		if err := insert(tx, id); err != nil {
			continue
		}
		tx.Commit()
	}
}
