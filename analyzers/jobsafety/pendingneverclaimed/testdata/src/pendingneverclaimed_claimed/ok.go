package claimed

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Another function of the package claims.
func read(ctx context.Context, rdb redis.Cmdable) {
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}})
}

func claim(ctx context.Context, rdb redis.StreamCmdable) {
	rdb.XAutoClaim(ctx, &redis.XAutoClaimArgs{Stream: "s", Group: "g", Consumer: "c", MinIdle: time.Minute, Start: "0-0"})
}
