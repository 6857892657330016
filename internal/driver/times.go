package driver

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Times are how long packages and checks took, in the run that analyzed them.
type Times struct {
	Packages map[string]time.Duration // by path, with the tests
	Checks   map[string]time.Duration // by ID, in all packages
}

func (t *Times) add(path string, unit check.Timing) {
	if t.Packages == nil {
		t.Packages, t.Checks = make(map[string]time.Duration), make(map[string]time.Duration)
	}
	t.Packages[path] += unit.Took
	for id, took := range unit.Checks {
		t.Checks[id] += took
	}
}

// unite adds the times of another build.
func (t *Times) unite(other Times) {
	for path, took := range other.Packages {
		t.add(path, check.Timing{Took: took})
	}
	t.add("", check.Timing{Checks: other.Checks})
	delete(t.Packages, "")
}

// Slowest returns the n names that took the longest.
func Slowest(times map[string]time.Duration, n int) []string {
	names := slices.Sorted(maps.Keys(times))
	slices.SortStableFunc(names, func(a, b string) int { return int(times[b] - times[a]) })
	return names[:min(n, len(names))]
}

// timing reads what the tool says of the time that a unit took. It reports false when
// it says nothing, because an analyzer has failed.
func timing(raw json.RawMessage) (check.Timing, bool) {
	var list []diagnostic
	var t check.Timing
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) || json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return t, false
	}
	err := json.NewDecoder(strings.NewReader(list[0].Message)).Decode(&t)
	return t, err == nil
}
