package callwithoutcontext

import (
	"context"

	"github.com/acme/rules"
)

func fetched(ctx context.Context) error {
	return rules.Fetch("https://example.com/rules") // want `rules.Fetch ignores ctx`
}
