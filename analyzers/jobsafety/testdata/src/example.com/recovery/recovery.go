// Package recovery gives abandoned work back.
package recovery

import (
	"context"
	"database/sql"

	"github.com/redis/go-redis/v9"
)

// Release gives stale imports back.
func Release(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE imports SET status = 'pending' WHERE status = 'running' AND started_at < now() - interval '1 hour'")
	return err
}

// Claim takes over pending messages.
func Claim(ctx context.Context, rdb *redis.Client) { rdb.XAutoClaim(ctx, &redis.XAutoClaimArgs{}) }
