package secondconnection

import "database/sql"

// Each call takes two connections of as many as there are.
func sweep(db *sql.DB) error {
	rows, err := db.Query("SELECT id FROM jobs")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if _, err := db.Exec("DELETE FROM jobs WHERE id = ?", id); err != nil { // want `db.Exec needs a second connection`
			return err
		}
	}
	return rows.Err()
}
