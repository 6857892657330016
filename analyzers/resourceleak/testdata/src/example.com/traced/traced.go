// Package traced opens databases whose statements are traced.
package traced

import "database/sql"

// Open opens a database.
func Open(driver, dsn string) (*sql.DB, error) { return sql.Open(driver, dsn) }
