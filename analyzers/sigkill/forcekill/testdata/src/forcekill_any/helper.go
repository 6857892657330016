package forcekill_any

import (
	"os"
	"testing"
)

// ForTests is part of what tests use.
func ForTests(t *testing.T, p *os.Process) { t.Cleanup(func() { p.Kill() }) }
