package confirm

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
)

// A tally counts goroutines by the moments of which profiles tell, as indices of a
// report's profiles.
type tally struct {
	count  map[int]int
	leaked map[int]int
	oldest time.Duration
	delay  time.Duration
}

func (t *tally) add(moment int, s *profile.Stack) {
	if t.count == nil {
		t.count, t.leaked = make(map[int]int), make(map[int]int)
	}
	t.count[moment] += s.Count
	if s.Leaked {
		t.leaked[moment] += s.Count
	}
	t.oldest = max(t.oldest, s.Oldest)
	t.delay += s.Delay
}

func (t *tally) unite(other *tally) {
	if t.count == nil {
		t.count, t.leaked = make(map[int]int), make(map[int]int)
	}
	for m, n := range other.count {
		t.count[m] += n
	}
	for m, n := range other.leaked {
		t.leaked[m] += n
	}
	t.oldest = max(t.oldest, other.oldest)
	t.delay += other.delay
}

// series returns, for each process, the indices of the profiles of a kind, in the order
// of time. Where one has no time, the order in which they were read holds.
func series(moments []Moment, kind profile.Kind) map[string][]int {
	list := make(map[string][]int)
	timed := make(map[string]bool)
	for i, m := range moments {
		if m.Kind == kind {
			if len(list[m.Instance]) == 0 {
				timed[m.Instance] = true
			}
			timed[m.Instance] = timed[m.Instance] && m.Time != nil
			list[m.Instance] = append(list[m.Instance], i)
		}
	}
	for instance, all := range list {
		if timed[instance] {
			slices.SortStableFunc(all, func(a, b int) int { return moments[a].Time.Compare(*moments[b].Time) })
		}
	}
	return list
}

// weigh says what the goroutines of one place, or of several, are evidence of.
func (j *joiner) weigh(goroutines, waits *tally, states []profile.State, afterEnd bool) Evidence {
	e := Evidence{Oldest: goroutines.oldest, Delay: waits.delay}
	for _, n := range waits.count {
		e.Contentions += n
	}
	instances := make(map[string]bool)
	for m := range goroutines.count {
		instances[j.report.Profiles[m].Instance] = true
	}
	for m := range waits.count {
		e.holds = e.holds || j.report.Profiles[m].Kind == profile.Mutex
		instances[j.report.Profiles[m].Instance] = true
	}
	e.Instances = len(instances)
	perInstance := make(map[string]int)
	for m, n := range goroutines.count {
		in := j.report.Profiles[m].Instance
		perInstance[in] = max(perInstance[in], n)
	}
	for _, in := range slices.Sorted(maps.Keys(perInstance)) {
		e.Count += perInstance[in]
		e.Most = max(e.Most, perInstance[in])
		j.grow(&e, in, goroutines)
	}
	for _, n := range goroutines.leaked {
		e.Leaked = max(e.Leaked, n)
	}
	e.Reasons = j.reasons(&e, states, afterEnd)
	return e
}

// grow adds how much more there are in the last profile of a process than in the first. A
// maximum between the two is load.
func (j *joiner) grow(e *Evidence, instance string, t *tally) {
	moments := j.series[instance]
	if len(moments) < 2 {
		return
	}
	first, last := moments[0], moments[len(moments)-1]
	for i := 1; i < len(moments); i++ {
		if t.count[moments[i]] < t.count[moments[i-1]] {
			return
		}
	}
	grown := t.count[last] - t.count[first]
	e.Growth += grown
	from, to := j.report.Profiles[first].Time, j.report.Profiles[last].Time
	if from != nil && to != nil && to.Sub(*from) >= time.Minute {
		e.PerHour += float64(grown) / to.Sub(*from).Hours()
	}
}

// forever are states that nothing ends.
var forever = map[profile.State]string{
	profile.NilSend:    "a send to a nil channel never ends",
	profile.NilReceive: "a receive from a nil channel never ends",
	profile.NoCases:    "", // how main is kept alive; only growth makes it a leak
}

// brief are states that last no longer than others work: a wait of minutes says that
// nothing ends it. Receives and selects last as long as there is nothing to do.
var brief = map[profile.State]string{
	profile.Send:      "no receiver has come",
	profile.Lock:      "the lock has not been released",
	profile.WriteLock: "the lock has not been released",
	profile.ReadLock:  "the lock has not been released",
}

// reasons says why goroutines at a place are stuck, and not idle, the best first.
func (j *joiner) reasons(e *Evidence, states []profile.State, afterEnd bool) []string {
	var list []string
	if e.Growth >= j.opts.Growth {
		rate := ""
		if e.PerHour >= 1 {
			rate = fmt.Sprintf(", %.0f an hour", e.PerHour)
		}
		list = append(list, fmt.Sprintf("%d more in the last profile than in the first, and never fewer between%s", e.Growth, rate))
	}
	if e.Leaked > 0 {
		list = append(list, fmt.Sprintf("the runtime proves that nothing can wake %s", finding.Count(e.Leaked, "goroutine")))
	}
	if afterEnd {
		list = append(list, "the test was over, and they were left behind")
	}
	for _, s := range states {
		if why := forever[s]; why != "" {
			list = append(list, why)
		}
		if why := brief[s]; why != "" && e.Oldest >= j.opts.Age {
			list = append(list, fmt.Sprintf("%s for %v", why, e.Oldest))
		}
	}
	if e.Most >= j.opts.Count {
		list = append(list, fmt.Sprintf("%d in one process at one moment", e.Most))
	}
	if mean := e.Delay / time.Duration(max(e.Contentions, 1)); e.Contentions > 0 && mean >= j.opts.Delay {
		of := ""
		if e.holds {
			of = " of others for a lock that is released there,"
		}
		list = append(list, fmt.Sprintf("%s%s of %v on average", finding.Count(e.Contentions, "wait"), of, mean.Round(time.Millisecond)))
	}
	return list
}

// urgent orders evidence: what grows first, for it ends in an outage; then what is
// proved, what is much, what is old.
func urgent(a, b *Evidence) int {
	grows := func(e *Evidence) int { return max(e.Growth, 0) }
	return cmp.Or(
		cmp.Compare(grows(b), grows(a)), cmp.Compare(b.Leaked, a.Leaked), cmp.Compare(b.Count, a.Count),
		cmp.Compare(b.Oldest, a.Oldest), cmp.Compare(b.Delay, a.Delay), cmp.Compare(b.Instances, a.Instances))
}
