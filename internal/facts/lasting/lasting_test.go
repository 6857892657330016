package lasting_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), lasting.Analyzer, "table", "jobs")
}
