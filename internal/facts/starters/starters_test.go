package starters_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
)

func Test(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), starters.Analyzer, "a", "b")
}
