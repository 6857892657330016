// Package sqldb opens SQL databases.
package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Open connects to dsn and verifies that the server answers.
func Open(ctx context.Context, dsn string) (*sql.DB, error) {
	if !slices.Contains(sql.Drivers(), "postgres") {
		return nil, errors.New("built without a database driver: use -tags postgres")
	}
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.SetMaxOpenConns(10)
	db.SetConnMaxIdleTime(5 * time.Minute)

	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("database does not answer: %w", err), db.Close())
	}
	return db, nil
}
