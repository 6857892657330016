package redis

import "context"

type Scripter interface{}

type Script struct{}

func NewScript(src string) *Script { return nil }

func (s *Script) Run(ctx context.Context, c Scripter, keys []string, args ...any) *IntCmd {
	return nil
}
