package audit

import (
	"time"
)

// Sizes of a timeline, in units of its view box.
const (
	chartWidth = 600.0
	labelWidth = 210.0
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

// timeline lays out the steps of one sequence, or returns nil for none.
func timeline(seq sequenceView) *chart {
	list := seq.Steps
	if len(list) == 0 {
		return nil
	}
	total := time.Duration(0)
	for _, s := range list {
		total += s.Limit
		if s.Unlimited {
			total += time.Second
		}
	}
	scale := 0.0
	if total > 0 {
		scale = (chartWidth - labelWidth - 70) / total.Seconds()
	}
	c := &chart{Width: chartWidth, Title: seq.Title, Axis: float64(len(list)) * rowHeight}
	c.Height = c.Axis + 24
	x := labelWidth
	for i, s := range list {
		b := bar{X: x, Y: float64(i)*rowHeight + 3, Class: "bar " + string(s.Phase), Label: string(s.Phase), LabelY: float64(i)*rowHeight + 15}
		switch {
		case s.Unlimited:
			b.W, b.Note, b.Class = max(scale, 40), "no known limit", b.Class+" open"
		case s.Limit > 0:
			b.W, b.Note = max(s.Limit.Seconds()*scale, least), s.Limit.String()
		default:
			b.W = least
		}
		if late(seq, i) {
			b.Class += " late"
			b.Note += " late"
		}
		b.LabelX = b.X + b.W + 6
		if !s.Unlimited {
			x += s.Limit.Seconds() * scale
		} else {
			x += scale
		}
		c.Bars = append(c.Bars, b)
	}
	c.Ticks = ticks(total, scale)
	return c
}

func ticks(total time.Duration, scale float64) (list []tick) {
	if total == 0 {
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
	for t := time.Duration(0); t <= total; t += step {
		list = append(list, tick{labelWidth + t.Seconds()*scale, t.String()})
	}
	return list
}
