package redis

import (
	"context"
	"time"
)

type XReadGroupArgs struct {
	Group, Consumer string
	Streams         []string
	Count           int64
	Block           time.Duration
	NoAck           bool
}

type XAutoClaimArgs struct {
	Stream, Group, Start, Consumer string
	MinIdle                        time.Duration
	Count                          int64
}

type XMessage struct {
	ID     string
	Values map[string]interface{}
}

type XStream struct {
	Stream   string
	Messages []XMessage
}

type XStreamSliceCmd struct{}

func (*XStreamSliceCmd) Result() ([]XStream, error) { return nil, nil }

type XAutoClaimCmd struct{}

func (*XAutoClaimCmd) Result() ([]XMessage, string, error) { return nil, "", nil }

type IntCmd struct{}

type cmdable func()

func (c cmdable) XReadGroup(ctx context.Context, a *XReadGroupArgs) *XStreamSliceCmd { return nil }
func (c cmdable) XAutoClaim(ctx context.Context, a *XAutoClaimArgs) *XAutoClaimCmd   { return nil }
func (c cmdable) XAck(ctx context.Context, stream, group string, ids ...string) *IntCmd {
	return nil
}

func (c cmdable) BRPop(ctx context.Context, timeout time.Duration, keys ...string) *StringSliceCmd {
	return nil
}
func (c cmdable) LPush(ctx context.Context, key string, values ...any) *IntCmd { return nil }

type StringSliceCmd struct{}

func (*StringSliceCmd) Result() ([]string, error) { return nil, nil }

type StreamCmdable interface {
	XReadGroup(ctx context.Context, a *XReadGroupArgs) *XStreamSliceCmd
	XAutoClaim(ctx context.Context, a *XAutoClaimArgs) *XAutoClaimCmd
}

type Cmdable interface{ StreamCmdable }

type Client struct{ cmdable }
