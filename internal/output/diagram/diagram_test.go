package diagram_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/diagram"
)

// TestSVG draws a run of two goroutines: all steps are there, one leads to the other
// goroutine, and what code may contain is escaped.
func TestSVG(t *testing.T) {
	t.Parallel()
	second := 1
	at := func(line int, message string) finding.Hop {
		return finding.Hop{File: "dir/a.go", At: finding.Position{Line: line, Column: 1}, Message: message}
	}
	svg := string(diagram.SVG([]finding.Step{
		{Goroutine: 0, Name: "New", Hop: at(3, "starts a goroutine"), To: &second},
		{Goroutine: 1, Name: "<b>run", Hop: at(4, "send on ch blocks forever, as its name is long"), Blocked: true},
		{Goroutine: 0, Name: "New", Hop: at(5, "<script>")},
	}))
	for _, want := range []string{">New<", "&lt;b&gt;run", "starts a goroutine", "a.go:4", `class="arrow"`, `<text class="bad"`, "&lt;script&gt;", "3 steps in 2 goroutines"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the diagram lacks %q", want)
		}
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the diagram is no XML: %v", err)
		}
	}
	if diagram.SVG(nil) != "" {
		t.Error("there is a diagram of no run")
	}
}
