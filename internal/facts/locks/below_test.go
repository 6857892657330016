package locks

import "testing"

func TestBelowSync(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"runtime":                    true,
		"internal/runtime/maps":      true,
		"runtime/pprof":              false,
		"sync":                       false,
		"example.org/runtime":        false,
		"example.org/internal/locks": false,
	} {
		if got := belowSync(path); got != want {
			t.Errorf("belowSync(%q) = %v", path, got)
		}
	}
}
