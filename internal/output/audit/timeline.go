package audit

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// lane is how much of the width, in percent, bars have; the rest is for what stands beside the last.
const lane = 65.0

// A chart is a list of steps, with bars to scale, one row a step, against the time that the platform grants.
type chart struct {
	Rows  []row
	Timed bool // some step takes a time: there are bars
	Ticks []tick
	Grace *mark
}

// A row is one step, and its bar; lengths are percents of the width.
type row struct {
	service.Step
	X, W         float64
	OverX, OverW float64 // what of it comes after the grace period
	Open, Late   bool
	Note         string
}

// End is where the bar of a row ends.
func (r row) End() float64 { return r.X + r.W }

type tick struct {
	X     float64
	Label string
}

// A mark is where the grace period ends.
type mark struct {
	X     float64
	Label string
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

// timeline lays out the steps of one sequence. It is to scale up to the first step of no known limit.
func timeline(seq sequenceView) *chart {
	list := seq.Steps
	c := &chart{Timed: slices.ContainsFunc(list, func(s service.Step) bool { return s.Limit > 0 || s.Unlimited })}
	total, open := lengths(list)
	whole := max(total, time.Second)
	if seq.Ordered {
		whole = max(total, seq.Grace.D)
	}
	scale := lane / whole.Seconds()
	limit := seq.Grace.D.Seconds() * scale
	x, known, sure := 0.0, time.Duration(0), true
	for i, s := range list {
		r := row{Step: s, X: x, Open: s.Unlimited, Late: late(seq, i), Note: beside(s)}
		length := s.Limit
		if s.Beside { // begins with the shutdown
			r.X = 0
		}
		if s.Unlimited {
			length, sure = open, false
		}
		if sure && !s.Beside {
			known += length
		}
		r.W = length.Seconds() * scale
		if seq.Ordered && r.X+r.W > limit+0.1 {
			r.OverX = max(r.X, limit)
			r.OverW = r.X + r.W - r.OverX
		}
		if !s.Beside {
			x += r.W
		}
		c.Rows = append(c.Rows, r)
	}
	if sure {
		known = whole
	}
	c.Ticks = ticks(known, whole, scale)
	if seq.Ordered {
		c.Grace = &mark{X: limit, Label: fmt.Sprintf("killed after %s", seq.Grace.D)}
	}
	return c
}

// beside is what stands beside the bar of a step.
func beside(s service.Step) string {
	if s.Limit > 0 {
		return s.Limit.String()
	}
	return lasts(s)
}

// A numbered step is one with its place in the real order.
type numbered struct {
	service.Step
	N int
}

// ordered returns the steps in the order in which they belong, with their places in the real one.
func ordered(list []service.Step) []numbered {
	steps := make([]numbered, len(list))
	for i, s := range list {
		steps[i] = numbered{s, i + 1}
	}
	slices.SortStableFunc(steps, func(a, b numbered) int {
		return cmp.Compare(slices.Index(service.Phases, a.Phase), slices.Index(service.Phases, b.Phase))
	})
	return steps
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
		list = append(list, tick{t.Seconds() * scale, t.String()})
	}
	return list
}
