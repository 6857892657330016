package panicguard_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, panicguard.New,
		checktest.Variant{Dir: "malformedinput_topics"},
		checktest.Variant{Dir: "malformedinput_alltopics"},
		checktest.Variant{Dir: "unrecoveredgoroutine_library"},
		checktest.Variant{Dir: "unrecoveredgoroutine_handler"},
	)
}
