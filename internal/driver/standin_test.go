package driver

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// The go command refuses an overlay in which one file is the directory of another.
func TestReplacementsAreFilesBesideEachOther(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, name := range []string{"site", "site/_next/static", "site/_next/static/empty/empty.js", "other"} {
		names[filepath.FromSlash(name)] = true
	}
	got := slices.Sorted(maps.Keys((&standIns{names: names, empty: "e"}).replacements()))
	want := []string{"other", "site/_next/static/empty/empty.js", "site/_next/static/empty/empty", "site/empty"}
	for i, name := range want {
		want[i] = filepath.FromSlash(name)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("replaced are %q, want %q", got, want)
	}
}
