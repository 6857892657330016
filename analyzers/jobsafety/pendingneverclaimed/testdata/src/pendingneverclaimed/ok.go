package pendingneverclaimed

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// No read as a member of a group.
func unread(ctx context.Context, rdb redis.Cmdable) error { return ctx.Err() }
