package a // want package:"seeks jobs.state=running jobs.status=processing jobs.status=running"

import "database/sql"

func all(db *sql.DB) {
	db.Exec("UPDATE jobs SET status = 'pending' WHERE status = 'running' AND lease < now()")
	db.Query("SELECT id FROM jobs WHERE status IN ('processing', 'stuck')")
	db.Query(`SELECT id FROM "jobs" AS j WHERE j.state='running'`)

	// One record by its ID, and states in which nobody works.
	db.Exec("UPDATE mails SET status = 'done' WHERE id = $1 AND status = 'running'")
	db.Query("SELECT id FROM mails WHERE status = 'pending'")
	db.Exec("INSERT INTO mails (status) VALUES ('running')")
}
