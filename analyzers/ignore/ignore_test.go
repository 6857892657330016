package ignore_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ignore"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, func(opts check.Options) *check.Analyzer {
		opts.Today = "2026-11-20"
		return ignore.New(opts, []*check.Analyzer{
			goroutineleak.New(check.Options{}),
			httptimeout.New(check.Options{}),
		})
	})
}
