package resourceleak_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, resourceleak.New, checktest.Variant{Dir: "neverremoved_good"}, checktest.Variant{Dir: "unboundedqueue_good"}, checktest.Variant{Dir: "rowserror_never"}, checktest.Variant{Dir: "rowserror_wrapped"}, checktest.Variant{Dir: "closeerrordropped_synced"},
		checktest.Variant{Dir: "deferinloop_main"}, checktest.Variant{Dir: "leftopen_pool"}, checktest.Variant{Dir: "leftopen_good"}, checktest.Variant{Dir: "leftopen_unwaited"})
}
