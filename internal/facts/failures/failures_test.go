package failures_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/failures"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), failures.Analyzer, "a")
}
