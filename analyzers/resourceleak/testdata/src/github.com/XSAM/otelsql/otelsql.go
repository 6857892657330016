// Package otelsql is a stub of github.com/XSAM/otelsql.
package otelsql

import "database/sql"

func Open(driverName, dataSourceName string) (*sql.DB, error) {
	return sql.Open(driverName, dataSourceName)
}
