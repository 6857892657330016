package driver

import (
	"strings"
	"testing"
	"time"
)

// What is said of a package with its tests holds, in whatever order the go command
// gets to it.
func TestDecodeTested(t *testing.T) {
	t.Parallel()
	const (
		alone = `{"p": {"goroutineleak": [{"category": "goroutineleak/no-exit@medium", "posn": "p.go:1:1", "message": "alone (goroutineleak/no-exit)"}]}}`
		both  = `{"p": {"tested": [{"posn": "p.go:1:1", "message": "analyzed with its tests"}]}}`
		none  = `{}`
	)
	for _, tt := range []struct {
		name, stream string
		findings     int
	}{
		{"as a dependency", none + alone, 1},
		{"with its tests", both, 0},
		{"as a dependency, then with its tests", alone + both, 0},
		{"with its tests, then as a dependency", both + none + alone, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res := new(Result)
			if err := decode(strings.NewReader(tt.stream), time.Time{}, Config{}, map[string]pkg{"p": {path: "p"}}, res); err != nil {
				t.Fatal(err)
			}
			if len(res.Candidates) != tt.findings || len(res.Problems) != 0 || !res.units["p"] {
				t.Errorf("%d candidates, %v, units %v", len(res.Candidates), res.Problems, res.units)
			}
		})
	}
}

// counter counts the packages that are done.
type counter struct{ done int }

func (c *counter) Phase(string)                     {}
func (c *counter) Total(int)                        {}
func (c *counter) Done()                            { c.done++ }
func (c *counter) Unit(string, time.Duration, bool) {}

// A package that is run again without its tests is one package.
func TestDecodeCountsPackagesOnce(t *testing.T) {
	t.Parallel()
	const stream = `{"p": {}, "q": {}}`
	var done counter
	res := new(Result)
	pkgs := map[string]pkg{"p": {path: "p"}, "q": {path: "q"}}
	for range 2 {
		if err := decode(strings.NewReader(stream), time.Time{}, Config{Progress: &done}, pkgs, res); err != nil {
			t.Fatal(err)
		}
	}
	if done.done != 2 {
		t.Errorf("%d packages are counted, want 2", done.done)
	}
}
