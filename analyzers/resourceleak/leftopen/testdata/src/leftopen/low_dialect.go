package leftopen

import (
	"database/sql"

	"example.com/traced"
	"gorm.io/gorm"
)

type dialect struct{ pool *sql.DB }

func (d dialect) Name() string { return "sqlite" }

type models struct {
	pool *sql.DB
	gorm *gorm.DB
}

// gorm closes the pool where the dialect cannot begin.
func openModels(dsn string) (any, error) {
	m := new(models)
	var err error
	if m.pool, err = traced.Open("sqlite", dsn); err != nil {
		return nil, err
	}
	m.gorm, err = gorm.Open(dialect{m.pool})
	if err != nil {
		return nil, err // want `m.pool, opened at line \d+, stays open on this return`
	}
	return m, nil
}

func (m *models) Close() error { return m.pool.Close() }
