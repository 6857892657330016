package sigkill_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, sigkill.New, checktest.Variant{Dir: "commandnolimit_good"},
		checktest.Variant{Dir: "childnotwaited_main"},
		checktest.Variant{Dir: "waitedtwice_good"},
		checktest.Variant{Dir: "forcekill_any"},
		checktest.Variant{Dir: "nowaitdelay_stdlib", Options: check.Options{Fixes: "stdlib"}},
		checktest.Variant{Dir: "forcekill_stdlib", Options: check.Options{Fixes: "stdlib"}},
		checktest.Variant{Dir: "forcekill_windows", Options: check.Options{Fixes: "stdlib"}},
	)
}
