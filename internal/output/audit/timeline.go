package audit

import (
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// Sizes of a timeline, in units of its view box.
const (
	chartWidth = 520.0
	labelWidth = 84.0
	noteWidth  = 130.0 // beside the last bar
	rowHeight  = 22.0
	least      = 6.0 // of a step that takes no time to speak of
)

// A chart is a timeline: bars to scale, one row a step, and the canonical order
// beside it.
type chart struct {
	Width, Height, Axis float64
	Bars                []bar
	Ticks               []tick
	Title               string
}

type bar struct {
	X, Y, W, LabelX, LabelY float64
	Class                   string
	Label, Note             string
	Outside                 bool // the note does not fit into the bar
}

type tick struct {
	X     float64
	Label string
}

// lengths returns how long a sequence may take, with the length at which a step of
// no known limit is drawn.
func lengths(list []service.Step) (total, open time.Duration) {
	n := time.Duration(0)
	for _, s := range list {
		total += s.Limit
		if s.Unlimited {
			n++
		}
	}
	open = max(time.Second, total/8)
	return total + n*open, open
}

// timeline lays out the steps of one sequence, or returns nil for none. It is to
// scale up to the first step of no known limit.
func timeline(seq sequenceView) *chart {
	list := seq.Steps
	if len(list) == 0 {
		return nil
	}
	total, open := lengths(list)
	scale := 0.0
	if total > 0 {
		scale = (chartWidth - labelWidth - noteWidth) / total.Seconds()
	}
	c := &chart{Width: chartWidth, Title: seq.Title, Axis: float64(len(list)) * rowHeight}
	c.Height = c.Axis + 24
	x, known, sure := labelWidth, time.Duration(0), true
	for i, s := range list {
		b := bar{X: x, Y: float64(i)*rowHeight + 3, Class: "bar " + string(s.Phase), Label: string(s.Phase), LabelY: float64(i)*rowHeight + 15}
		length := s.Limit
		switch {
		case s.Unlimited:
			length, sure = open, false
			b.Note, b.Class = "no known limit", b.Class+" open"
		case s.Limit > 0:
			b.Note = s.Limit.String()
		}
		if sure {
			known += length
		}
		b.W = max(length.Seconds()*scale, least)
		if late(seq, i) {
			b.Class += " late"
			b.Note += " late"
		}
		b.LabelX = b.X + b.W + 6
		x += length.Seconds() * scale
		c.Bars = append(c.Bars, b)
	}
	c.Ticks = ticks(known, total, scale)
	return c
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
