package transactions_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/transactions"
)

func Test(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), transactions.Analyzer, "a", "b")
}
