package confirm

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/model"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
)

// A Collector takes profiles one by one, and keeps the places of goroutines with their
// counts.
type Collector struct {
	*joiner
}

// joiner is what is known while profiles are read and joined.
type joiner struct {
	opts   Options
	report *Report
	source *resolver
	spots  map[string]*Spot
	series map[string][]int

	ops        map[Site][]model.Op      // by file and line
	starts     map[string][]model.Start // by the files of what they run
	candidates []finding.Candidate
	claimed    []int           // those that profiles can confirm
	builds     map[string]bool // what profiles say of how the process was built
	binaries   []*profile.Build
}

// New returns a collector for the packages of a result, with what the model of them says.
func New(checked *driver.Result, models []model.Package, opts Options) *Collector {
	j := &joiner{
		opts: opts, report: &Report{Problems: checked.Problems}, source: newResolver(checked.Places),
		spots: make(map[string]*Spot), candidates: checked.Candidates, builds: make(map[string]bool),
		ops: make(map[Site][]model.Op), starts: make(map[string][]model.Start),
	}
	for i, c := range j.candidates {
		if _, ok := claims[c.ID]; ok && c.Verdict == finding.Found {
			j.claimed = append(j.claimed, i)
		}
	}
	for _, m := range models {
		for _, op := range m.Ops {
			at := Site{File: op.File, Line: op.Line}
			j.ops[at] = append(j.ops[at], op)
		}
		for _, st := range m.Starts {
			for _, b := range st.Bodies {
				j.starts[b.File] = append(j.starts[b.File], st)
			}
		}
	}
	return &Collector{j}
}

// Add files one profile.
func (j *joiner) Add(p *profile.Profile) {
	m := Moment{Name: p.Name, Instance: cmp.Or(p.Instance, "process"), Kind: p.Kind, Total: p.Total}
	if !p.Time.IsZero() {
		at := p.Time.UTC()
		m.Time = &at
	}
	j.report.Profiles = append(j.report.Profiles, m)
	for _, s := range p.Stacks {
		if p.Kind == profile.Goroutine && !s.State.Waits() {
			for _, f := range s.Frames { // that they are there shows which program it is
				j.source.resolve(f)
			}
			continue
		}
		j.stack(len(j.report.Profiles)-1, p, s)
	}
	j.built(p)
}

// stack files the goroutines of one stack under the place where they are.
func (j *joiner) stack(moment int, p *profile.Profile, s *profile.Stack) {
	spot := Spot{State: s.State}
	for i, f := range s.Frames {
		site, moved, ok := j.source.resolve(f)
		if !ok {
			continue
		}
		if len(spot.Stack) == 0 {
			spot.moved = moved
			spot.State = cmp.Or(spot.State, spotState(s.Frames[:i]))
		}
		spot.Stack = append(spot.Stack, site)
	}
	if s.Created != nil {
		if site, _, ok := j.source.resolve(*s.Created); ok {
			spot.Started, spot.created = []Site{site}, true
		}
	}
	if len(spot.Stack) == 0 {
		if !spot.created {
			j.report.Foreign += s.Count
			return
		}
		spot.Stack = spot.Started // what it runs is in another module; its go statement is not
	}
	key := spot.key()
	known := j.spots[key]
	if known == nil {
		known = &spot
		known.File, known.Line, known.Function = spot.Stack[0].File, spot.Stack[0].Line, spot.Stack[0].Function
		j.spots[key] = known
	}
	known.State = cmp.Or(known.State, spot.State)
	known.afterEnd = known.afterEnd || p.AfterEnd
	if p.Kind == profile.Block || p.Kind == profile.Mutex {
		known.waits.add(moment, s)
	} else {
		known.goroutines.add(moment, s)
	}
}

// spotState is the state that the frames above the place show, "" if they do not.
func spotState(above []profile.Frame) profile.State {
	for i := len(above) - 1; i >= 0; i-- {
		if s := profile.StateOf(above[i:]); s != "" {
			return s
		}
	}
	return ""
}

// key identifies a place: by where the goroutine is, with which function it began in the
// packages, and where it was started, if that is known.
func (s *Spot) key() string {
	leaf, root := s.Stack[0], s.Stack[len(s.Stack)-1]
	key := fmt.Sprintf("%s:%d\x00%s:%s", leaf.File, leaf.Line, root.File, root.Function)
	if s.created {
		key += fmt.Sprintf("\x00%s:%d", s.Started[0].File, s.Started[0].Line)
	}
	return key
}

// Report joins what was collected with the findings.
func (j *joiner) Report() *Report {
	j.series = make(map[string][]int)
	maps.Copy(j.series, series(j.report.Profiles, profile.Goroutine))
	for instance, moments := range series(j.report.Profiles, profile.Leak) {
		if len(j.series[instance]) == 0 {
			j.series[instance] = moments
		}
	}
	byFinding := make(map[int][]*Spot)
	for _, key := range slices.Sorted(maps.Keys(j.spots)) {
		s := j.spots[key]
		j.describe(s)
		s.Evidence = j.weigh(&s.goroutines, &s.waits, []profile.State{s.State}, s.afterEnd)
		hits := j.match(s)
		for _, i := range hits {
			byFinding[i] = append(byFinding[i], s)
		}
		if len(hits) > 0 {
			continue
		}
		if s.Evidence.Certain() {
			s.Why = j.why(s)
			j.report.Blocked = append(j.report.Blocked, s)
		} else {
			j.report.Idle = append(j.report.Idle, s)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(byFinding)) {
		j.finding(j.candidates[i].Finding, byFinding[i])
	}
	j.sort()
	j.notes()
	return j.report
}

// finding adds up the evidence of a finding's places.
func (j *joiner) finding(f finding.Finding, spots []*Spot) {
	var goroutines, waits tally
	var states []profile.State
	afterEnd := false
	for _, s := range spots {
		goroutines.unite(&s.goroutines)
		waits.unite(&s.waits)
		if !slices.Contains(states, s.State) {
			states = append(states, s.State)
		}
		afterEnd = afterEnd || s.afterEnd
	}
	c := &Confirmed{Finding: f, Spots: spots, Evidence: j.weigh(&goroutines, &waits, states, afterEnd)}
	if c.Evidence.Certain() {
		j.report.Confirmed = append(j.report.Confirmed, c)
	} else {
		j.report.Seen = append(j.report.Seen, c)
	}
}

func (j *joiner) sort() {
	byFinding := func(a, b *Confirmed) int {
		return cmp.Or(urgent(&a.Evidence, &b.Evidence), finding.Compare(a.Finding, b.Finding))
	}
	bySpot := func(a, b *Spot) int {
		return cmp.Or(urgent(&a.Evidence, &b.Evidence), strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	}
	slices.SortStableFunc(j.report.Confirmed, byFinding)
	slices.SortStableFunc(j.report.Seen, byFinding)
	slices.SortStableFunc(j.report.Blocked, bySpot)
	slices.SortStableFunc(j.report.Idle, bySpot)
}

// describe adds what the model says of a place: the operation, what ends it, and where
// goroutines start that run it. A package and its variant with tests say it twice.
func (j *joiner) describe(s *Spot) {
	var waits []string
	for _, op := range j.ops[Site{File: s.File, Line: s.Line}] {
		if !slices.Contains(waits, op.Text) {
			waits = append(waits, op.Text)
			s.Ends, s.Open = append(s.Ends, op.Ends...), s.Open || op.Open
		}
	}
	s.Waits = strings.Join(waits, " or ")
	if s.created {
		return
	}
	root := s.Stack[len(s.Stack)-1]
	for _, st := range j.starts[root.File] {
		site := Site{File: st.File, Line: st.Line}
		if st.Runs(root.File, root.Line) && !slices.Contains(s.Started, site) {
			s.Started = append(s.Started, site)
		}
	}
}

// How a finding is about a place, the best last.
const (
	unrelated = iota
	sameFunction
	caller
	onTrace
	atStart
	atPlace
)

// match returns the findings that the goroutines of a place are evidence for: those of
// the place itself and of the start of the goroutine; if there are none, those that are
// further away.
func (j *joiner) match(s *Spot) []int {
	best, hits := unrelated, map[int][]int{}
	for _, i := range j.claimed {
		if way := j.way(s, &j.candidates[i].Finding); way != unrelated {
			hits[way] = append(hits[way], i)
			best = max(best, way)
		}
	}
	if best >= atStart {
		return append(hits[atPlace], hits[atStart]...)
	}
	return hits[best]
}

// way returns how a finding is about a place.
func (j *joiner) way(s *Spot, f *finding.Finding) int {
	c := claims[f.ID]
	if !j.shows(c, s) {
		return unrelated
	}
	covers := func(at Site) bool { return Covers(f, at.File, at.Line) }
	switch {
	case s.moved:
		if f.Function != "" && s.File == f.File && slices.Contains(components("x."+s.Function), lastName(f.Function)) {
			return sameFunction
		}
	case covers(s.Stack[0]):
		return atPlace
	case s.Evidence.holds && slices.Contains(c.kinds, profile.Mutex) && j.around(s, f.File, f.Start.Line):
		return sameFunction
	case slices.ContainsFunc(s.Started, covers):
		return atStart
	case slices.ContainsFunc(f.Trace, func(h finding.Hop) bool { return h.File == s.File && h.At.Line == s.Line }):
		return onTrace
	case c.calls && slices.ContainsFunc(s.Stack[1:], covers):
		return caller
	}
	return unrelated
}

// shows reports whether one of the profiles in which the place is can confirm the claim.
func (j *joiner) shows(c claim, s *Spot) bool {
	for _, t := range []*tally{&s.goroutines, &s.waits} {
		for m := range t.count {
			if slices.Contains(c.kinds, j.report.Profiles[m].Kind) {
				return true
			}
		}
	}
	return false
}

// lastName returns the name of "(T).m" without the receiver.
func lastName(function string) string {
	return function[strings.LastIndexByte(function, '.')+1:]
}

// why returns the candidates at a place: what checks have thought of it, and of what else
// in the function may get stuck. A channel is judged where it is made, as one candidate.
func (j *joiner) why(s *Spot) (list []finding.Candidate) {
	for _, c := range j.candidates {
		_, claims := claims[c.ID]
		near := claims && j.around(s, c.File, c.Start.Line)
		here := func(at Site) bool { return Covers(&c.Finding, at.File, at.Line) }
		if near || here(s.Stack[0]) || slices.ContainsFunc(s.Started, here) {
			list = append(list, c)
		}
	}
	return list
}

// around reports whether a line is in the same function as a place.
func (j *joiner) around(s *Spot, file string, line int) bool {
	src := j.source.read(s.File)
	if src == nil || s.File != file {
		return false
	}
	first, last := src.around(s.Line)
	return first <= line && line <= last
}

// Covers reports whether a finding includes a line.
func Covers(f *finding.Finding, file string, line int) bool {
	return f.File == file && f.Start.Line <= line && line <= max(f.Start.Line, f.End.Line)
}
