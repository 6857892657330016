package demo_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/demo"
)

// The gaps are those of the platform's list, and every finding of it has one.
func TestGaps(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../testdata/motherboard/EXPECTED.txt")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(\S+):\d+ (\S+) .*# (?:GAP (\d+):)?`)
	seen := 0
	for l := range strings.Lines(string(text)) {
		m := line.FindStringSubmatch(l)
		if m == nil || m[3] == "5" {
			continue
		}
		seen++
		if i := demo.Of(m[2], m[1]); i < 0 || m[3] != "" && demo.Gaps[i].Number != m[3] {
			t.Errorf("%s is not of gap %s", strings.TrimSpace(l), m[3])
		}
	}
	if seen < 30 {
		t.Errorf("the list names %d findings of gaps", seen)
	}
	if demo.Of("goroutineleak/nosuch", "a.go") != -1 {
		t.Error("an unknown check has a gap")
	}
}
