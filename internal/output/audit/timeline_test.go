package audit

import (
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// Bars follow one another, leave room for what is written beside the last, and
// the axis ends where nothing is to scale any more.
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
		"instant":   {[]service.Step{{Phase: "signal"}, {Phase: "stores"}}, 0},
	} {
		c := timeline(sequenceView{Steps: tt.steps})
		if len(c.Ticks) != tt.ticks {
			t.Errorf("%s: ticks are %v, want %d", name, c.Ticks, tt.ticks)
		}
		end := labelWidth
		for i, b := range c.Bars {
			if b.X < end-0.001 {
				t.Errorf("%s: bar %d begins at %v, before the last one ends at %v", name, i, b.X, end)
			}
			if b.LabelX > chartWidth-noteWidth+7+least {
				t.Errorf("%s: what stands beside bar %d begins at %v", name, i, b.LabelX)
			}
			if end = b.X + b.W; b.W == least {
				end = b.X // takes no time
			}
		}
	}
}
