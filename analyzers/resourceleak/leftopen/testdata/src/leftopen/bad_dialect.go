package leftopen

import (
	"errors"

	"example.com/traced"
	"gorm.io/gorm"
)

// Another step fails after it.
func openMigrated(dsn string, version int) (any, error) {
	m := new(models)
	var err error
	if m.pool, err = traced.Open("sqlite", dsn); err != nil {
		return nil, err
	}
	m.gorm, err = gorm.Open(dialect{m.pool})
	if err != nil {
		return nil, err // want `m.pool, opened at line \d+, stays open on this return`
	}
	if version == 0 {
		return nil, errors.New("no version")
	}
	return m, nil
}
