package redis

import (
	"context"
	"time"
)

func (*IntCmd) Result() (int64, error) { return 0, nil }
func (*IntCmd) Val() int64             { return 0 }
func (*IntCmd) Err() error             { return nil }

type BoolCmd struct{}

func (*BoolCmd) Result() (bool, error) { return false, nil }
func (*BoolCmd) Val() bool             { return false }
func (*BoolCmd) Err() error            { return nil }

type StatusCmd struct{}

func (*StatusCmd) Err() error { return nil }

type DurationCmd struct{}

func (*DurationCmd) Val() time.Duration { return 0 }

type Cmder interface{ Err() error }

func (c cmdable) Incr(ctx context.Context, key string) *IntCmd                       { return nil }
func (c cmdable) IncrBy(ctx context.Context, key string, n int64) *IntCmd            { return nil }
func (c cmdable) SAdd(ctx context.Context, key string, members ...any) *IntCmd       { return nil }
func (c cmdable) HSet(ctx context.Context, key string, values ...any) *IntCmd        { return nil }
func (c cmdable) Exists(ctx context.Context, keys ...string) *IntCmd                 { return nil }
func (c cmdable) Del(ctx context.Context, keys ...string) *IntCmd                    { return nil }
func (c cmdable) TTL(ctx context.Context, key string) *DurationCmd                   { return nil }
func (c cmdable) Expire(ctx context.Context, key string, ttl time.Duration) *BoolCmd { return nil }
func (c cmdable) SetNX(ctx context.Context, key string, value any, ttl time.Duration) *BoolCmd {
	return nil
}
func (c cmdable) Set(ctx context.Context, key string, value any, ttl time.Duration) *StatusCmd {
	return nil
}
func (c cmdable) Eval(ctx context.Context, script string, keys []string, args ...any) *IntCmd {
	return nil
}
func (c cmdable) TxPipeline() Pipeliner { return nil }
func (c cmdable) TxPipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error) {
	return nil, nil
}

type Pipeliner interface {
	IncrBy(ctx context.Context, key string, n int64) *IntCmd
	Incr(ctx context.Context, key string) *IntCmd
	Expire(ctx context.Context, key string, ttl time.Duration) *BoolCmd
	SetNX(ctx context.Context, key string, value any, ttl time.Duration) *BoolCmd
	Exec(ctx context.Context) ([]Cmder, error)
}
