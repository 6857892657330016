package queryerrordropped

import "database/sql"

func touch(db *sql.DB, id int) {
	_, _ = db.Exec("UPDATE users SET seen = now() WHERE id = $1", id) // want `the error of Exec is dropped`
}
