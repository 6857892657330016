package ctxbackground_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, ctxbackground.New,
		checktest.Variant{Dir: "backgroundoverparam_command"},
		checktest.Variant{Dir: "outlivedcontext_pooled"},
		checktest.Variant{Dir: "outlivedcontext_gin"},
		checktest.Variant{Dir: "cancelledctxcleanup_stdlib", Options: check.Options{Fixes: "stdlib"}},
	)
}
