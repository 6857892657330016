package sqlx

import (
	"context"
	"database/sql"
)

type DB struct{ *sql.DB }

func ConnectContext(ctx context.Context, driver, source string) (*DB, error) { return &DB{}, nil }
