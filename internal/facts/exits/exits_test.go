package exits_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/exits"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), exits.Analyzer, "a", "b")
}
