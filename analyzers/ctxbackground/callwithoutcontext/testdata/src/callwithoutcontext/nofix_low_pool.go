package callwithoutcontext

import (
	"context"

	"github.com/gomodule/redigo/redis"
)

func pooled(ctx context.Context, p *redis.Pool) error {
	c := p.Get() // want `p.Get ignores ctx`
	defer c.Close()
	_, err := c.Do("PING")
	return err
}
