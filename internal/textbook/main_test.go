package textbook_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/testtool"
)

func TestMain(m *testing.M) { testtool.Run(m) }
