package callwithoutcontext

import (
	"context"

	"github.com/acme/rules"
)

func evaluated(ctx context.Context, s *rules.Set, in any) (bool, error) {
	return s.Eval(in) // want `s.Eval ignores ctx`
}
