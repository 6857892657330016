package lockrace_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, lockrace.New,
		checktest.Variant{Dir: "doublelock_good"},
		checktest.Variant{Dir: "unlockedaccess_any", Options: check.Options{Checks: "unlocked-access"}},
		checktest.Variant{Dir: "unlockedaccess_found", Options: check.Options{Checks: "unlocked-access"}},
		checktest.Variant{Dir: "writeunderrlock_mock/mock"},
		checktest.Variant{Dir: "unguardedfield_default"},
		checktest.Variant{Dir: "unguardedfield_defaultset"},
		checktest.Variant{Dir: "unguardedfield_late"},
		checktest.Variant{Dir: "unguardedfield_late/limits"},
	)
}
