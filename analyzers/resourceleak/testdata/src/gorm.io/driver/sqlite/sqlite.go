// Package sqlite is a stub of gorm.io/driver/sqlite.
package sqlite

type Dialector struct {
	DSN  string
	Conn any
}

func (Dialector) Name() string { return "sqlite" }
