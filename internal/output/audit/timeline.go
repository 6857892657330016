package audit

import (
	"cmp"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// Sizes of a timeline, in units of its view box.
const (
	chartWidth = 640.0
	labelWidth = 190.0
	noteWidth  = 120.0 // beside the last bar
	rowHeight  = 24.0
	least      = 6.0 // of a step that takes no time to speak of
	labelRunes = 24
)

// A chart is a timeline: named bars to scale, one row a step, against the time that the
// platform grants.
type chart struct {
	Width, Height, Axis float64
	Bars                []bar
	Ticks               []tick
	Title               string
	Grace               *mark
}

type bar struct {
	X, Y, W, LabelX, LabelY float64
	OverX, OverW            float64 // what of it comes after the grace period
	Class                   string
	Label, Note, Full       string
}

type tick struct {
	X     float64
	Label string
}

// A mark is where the grace period ends.
type mark struct {
	X     float64
	Label string
	End   bool // the text stands before it
}

// lengths returns how long a sequence may take, with the length at which a step of
// no known limit is drawn.
func lengths(list []service.Step) (total, open time.Duration) {
	n := time.Duration(0)
	for _, s := range list {
		if !s.Beside {
			total += s.Limit
		}
		if s.Unlimited {
			n++
		}
	}
	open = max(time.Second, total/8)
	return total + n*open, open
}

// timeline lays out the steps of one sequence, or returns nil where none takes a time. It
// is to scale up to the first step of no known limit.
func timeline(seq sequenceView) *chart {
	list := seq.Steps
	if !slices.ContainsFunc(list, func(s service.Step) bool { return s.Limit > 0 || s.Unlimited }) {
		return nil
	}
	total, open := lengths(list)
	whole := total
	if seq.Ordered {
		whole = max(total, seq.Grace.D)
	}
	scale := (chartWidth - labelWidth - noteWidth) / whole.Seconds()
	c := &chart{Width: chartWidth, Title: seq.Title, Axis: float64(len(list)) * rowHeight}
	c.Height = c.Axis + 24
	limit := labelWidth + seq.Grace.D.Seconds()*scale
	x, known, sure := labelWidth, time.Duration(0), true
	for i, s := range list {
		b := named(s, i)
		b.X = x
		length := s.Limit
		if s.Beside { // begins with the shutdown
			b.X = labelWidth
		}
		switch {
		case s.Left:
			b.Note = "not waited for"
		case s.Unlimited:
			length, sure = open, false
			b.Note, b.Class = "no known limit", b.Class+" open"
		case s.Limit > 0:
			b.Note = s.Limit.String()
		}
		if sure && !s.Beside {
			known += length
		}
		b.W = max(length.Seconds()*scale, least)
		if late(seq, i) {
			b.Class += " late"
			b.Note += " late"
		}
		b.LabelX = b.X + b.W + 6
		if seq.Ordered && length > 0 && b.X+b.W > limit+0.5 {
			b.OverX = max(b.X, limit)
			b.OverW = b.X + b.W - b.OverX
		}
		if !s.Beside {
			x += length.Seconds() * scale
		}
		c.Bars = append(c.Bars, b)
	}
	if sure {
		known = whole
	}
	c.Ticks = ticks(known, whole, scale)
	if seq.Ordered {
		c.Grace = &mark{X: limit, Label: fmt.Sprintf("killed after %s", seq.Grace.D), End: limit > chartWidth-noteWidth-40}
	}
	return c
}

// named is the bar of a step with its name.
func named(s service.Step, row int) bar {
	label := finding.Printable(s.Text)
	b := bar{Y: float64(row)*rowHeight + 4, Class: "bar " + string(s.Phase), Label: label, Full: label, LabelY: float64(row)*rowHeight + 16}
	if utf8.RuneCountInString(label) > labelRunes {
		b.Label = string([]rune(label)[:labelRunes-1]) + "…"
	}
	return b
}

// canonical returns the steps in the order in which they belong.
func canonical(list []service.Step) []service.Step {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b service.Step) int {
		return cmp.Compare(slices.Index(service.Phases, a.Phase), slices.Index(service.Phases, b.Phase))
	})
	return sorted
}

// inOrder reports whether steps stand in the canonical order.
func inOrder(list []service.Step) bool {
	return slices.IsSortedFunc(list, func(a, b service.Step) int {
		return cmp.Compare(slices.Index(service.Phases, a.Phase), slices.Index(service.Phases, b.Phase))
	})
}

// overrun returns what a report has to say of the time that a shutdown may take: it is
// longer than the grace period, or has no limit.
func overrun(s service.Service, g audit.Grace) string {
	switch {
	case s.Budget > g.D:
		return fmt.Sprintf("It may take %s, and is killed after %s (%s).", s.Budget, g.D, g.From)
	case s.Open:
		return fmt.Sprintf("Some step has no known limit; it is killed after %s (%s).", g.D, g.From)
	}
	return ""
}

// ticks returns those of the time that is known, at distances that suit the whole.
func ticks(known, total time.Duration, scale float64) (list []tick) {
	if known == 0 {
		return nil
	}
	step := time.Second
	for total/step > 6 {
		switch step.Seconds() {
		case 1, 10, 100:
			step *= 5
		default:
			step *= 2
		}
	}
	for t := time.Duration(0); t <= known; t += step {
		list = append(list, tick{labelWidth + t.Seconds()*scale, t.String()})
	}
	return list
}
