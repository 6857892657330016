package sigkill_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, sigkill.New)
}
