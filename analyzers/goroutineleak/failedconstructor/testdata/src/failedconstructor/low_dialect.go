package failedconstructor

import (
	"database/sql"

	"gorm.io/gorm"
)

type dialect struct{ pool *sql.DB }

func (d dialect) Name() string { return "postgres" }

type models struct {
	pool *sql.DB
	gorm *gorm.DB
}

// gorm closes the pool where the dialect cannot begin.
func newModels(dsn string) (*models, error) {
	pool, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	g, err := gorm.Open(dialect{pool})
	if err != nil {
		return nil, err // want `newModels fails here, and pool, opened at line \d+, stays open`
	}
	return &models{pool, g}, nil
}
