// Package diagram draws the run of an exploration as a sequence diagram: one lane for each
// goroutine, time goes downwards.
package diagram

import (
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Measures of the diagram, in its own units.
const (
	lane   = 260 // width
	row    = 54  // height of a step
	head   = 58  // where the first step is
	inset  = 130 // from the edge of a lane to its line
	letter = 34  // how many bold letters fit into a lane
)

// Style is the CSS of diagrams, with their colors.
//
//go:embed diagram.css
var Style string

// A drawing is one diagram.
type drawing struct {
	strings.Builder
	lanes map[int]int // of the goroutines, from the left
	names []string
}

// SVG returns the diagram of a run, whose files are already named as they are shown; "" for
// no run.
func SVG(run []finding.Step) template.HTML {
	if len(run) == 0 {
		return ""
	}
	d := &drawing{lanes: make(map[int]int)}
	for _, s := range run {
		if _, known := d.lanes[s.Goroutine]; !known {
			d.lanes[s.Goroutine] = len(d.names)
			d.names = append(d.names, s.Name)
		}
	}
	width, height := lane*len(d.names), head+row*len(run)
	d.printf(`<svg viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`, width, height, width, height, label(run, d.names))
	for i, name := range d.names {
		d.printf(`<line class="lane" x1="%[1]d" x2="%[1]d" y1="24" y2="%[2]d"/><text class="name" x="%[1]d" y="14" text-anchor="middle">%[3]s</text>`, middle(i), height, short(name))
	}
	for i, s := range run {
		d.step(s, head+row*i)
	}
	d.WriteString("</svg>")
	return template.HTML(d.String()) // all text in it is escaped
}

// label says in words what the diagram shows.
func label(run []finding.Step, names []string) string {
	last := run[len(run)-1]
	return html.EscapeString(finding.Printable(fmt.Sprintf("sequence diagram of %s in %s; in the end %s", finding.Count(len(run), "step"), finding.Count(len(names), "goroutine"), last.Message)))
}

func middle(lanes int) int { return lanes*lane + inset }

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.Builder, format, args...) }

// step draws one step at a height.
func (d *drawing) step(s finding.Step, at int) {
	x, y, class, mark := middle(d.lanes[s.Goroutine]), at, "", "step"
	if s.Blocked {
		class, mark = ` class="bad"`, "bad"
	}
	if to, known := d.target(s); known {
		d.arrow(x, middle(to), y)
	}
	d.printf(`<circle class="%s" cx="%d" cy="%d" r="4"/>`, mark, x, y)
	for i, text := range slices.Backward(wrap(s.Message)) {
		d.printf(`<text%s x="%d" y="%d" text-anchor="middle">%s</text>`, class, x, y-8, short(text))
		y -= 14 * min(i, 1)
	}
	y = at
	d.printf(`<text class="place" x="%d" y="%d" text-anchor="middle">%s</text>`, x, y+15, short(fmt.Sprintf("%s:%d", base(s.File), s.At.Line)))
}

func base(file string) string { return file[strings.LastIndexByte(file, '/')+1:] }

// target returns the lane that a step leads to.
func (d *drawing) target(s finding.Step) (at int, known bool) {
	if s.To == nil || *s.To == s.Goroutine {
		return 0, false
	}
	at, known = d.lanes[*s.To]
	return at, known
}

func (d *drawing) arrow(from, to, y int) {
	back := 7
	if to < from {
		back = -7
	}
	d.printf(`<line class="arrow" x1="%d" x2="%d" y1="%d" y2="%d"/><path class="tip" d="M%d %d l%d -4 v8 z"/>`, from, to, y, y, to, y, -back)
}

// wrap breaks a text that does not fit into a lane into two lines, at a space.
func wrap(text string) []string {
	if len(text) <= letter {
		return []string{text}
	}
	i := strings.LastIndexByte(text[:letter], ' ')
	if i < 0 {
		return []string{text}
	}
	return []string{text[:i], text[i+1:]}
}

// short escapes a text that has to fit into a lane.
func short(text string) string {
	runes := []rune(finding.Printable(text))
	if len(runes) > letter {
		return "<title>" + html.EscapeString(string(runes)) + "</title>" + html.EscapeString(string(runes[:letter-1])) + "…"
	}
	return html.EscapeString(string(runes))
}
