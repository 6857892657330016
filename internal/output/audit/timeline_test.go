package audit

import (
	"strings"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// What takes no time needs no timeline; what comes after the grace period is marked, and
// so is a shutdown that is not in the canonical order.
func TestOverrun(t *testing.T) {
	t.Parallel()
	instant := []service.Step{{Phase: "signal"}, {Phase: "stores"}}
	if timeline(sequenceView{Steps: instant}).Timed || !inOrder(instant) {
		t.Error("two steps that take no time have bars, or no order")
	}
	g := audit.Grace{D: 10 * time.Second, From: "compose.yml:3"}
	list := []service.Step{{Phase: "stores", Text: "close " + strings.Repeat("x", 40), Limit: 8 * time.Second}, {Phase: "servers", Limit: 4 * time.Second}}
	c := timeline(sequenceView{Steps: list, Ordered: true, Grace: g})
	if first, second := c.Rows[0], c.Rows[1]; first.OverW != 0 || second.OverW < second.W/2-0.1 || second.OverW > second.W/2+0.1 {
		t.Errorf("the bars overrun by %v and %v of %v", first.OverW, second.OverW, second.W)
	}
	if !c.Rows[1].Late || c.Rows[0].Late {
		t.Error("not the server is late that comes after a store")
	}
	if inOrder(list) || ordered(list)[0].Phase != "servers" || ordered(list)[0].N != 2 {
		t.Error("a store before a server is in order")
	}
	for _, tt := range []struct {
		s    service.Service
		want string
	}{
		{service.Service{Budget: 12 * time.Second}, "It may take 12s, and is killed after 10s (compose.yml:3)."},
		{service.Service{Budget: time.Second, Open: true}, "Some step has no known limit; it is killed after 10s (compose.yml:3)."},
		{service.Service{Budget: time.Second}, ""},
	} {
		if got := overrun(tt.s, g); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// Bars follow one another and leave space for the label of the last, and the axis ends
// where nothing is to scale any more.
func TestTimeline(t *testing.T) {
	t.Parallel()
	open := service.Step{Phase: "workers", Unlimited: true}
	drain := service.Step{Phase: "drain", Limit: 3 * time.Second}
	stop := service.Step{Phase: "servers", Limit: 30 * time.Second}
	for name, tt := range map[string]struct {
		steps []service.Step
		ticks int
	}{
		"open only": {[]service.Step{open, open, open, open, open, open, open, open, open, open, open, open}, 0},
		"known":     {[]service.Step{drain, stop}, 7},
		"both":      {[]service.Step{{Phase: "signal"}, drain, open, stop, open}, 1},
	} {
		c := timeline(sequenceView{Steps: tt.steps})
		if len(c.Ticks) != tt.ticks {
			t.Errorf("%s: ticks are %v, want %d", name, c.Ticks, tt.ticks)
		}
		end := 0.0
		for i, r := range c.Rows {
			if r.X < end-0.001 {
				t.Errorf("%s: bar %d begins at %v, before the last one ends at %v", name, i, r.X, end)
			}
			if end = r.End(); end > lane+0.001 {
				t.Errorf("%s: bar %d ends at %v, and there is no space for its note", name, i, end)
			}
		}
	}
}
