package tracing_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/tracing"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, tracing.New)
}
