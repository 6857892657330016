package lockrace_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, lockrace.New)
}
