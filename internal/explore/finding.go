package explore

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Finding is an operation at which a goroutine is blocked forever in some run.
type Finding struct {
	Kind Op
	Site ssa.Instruction
	Root *ssa.Function   // what the run begins with, nil for a zero value of Type
	Go   ssa.Instruction // starts the goroutine, nil for the one that runs Root
	// Panics is set when the operation is not blocked but panics, and Before is what has
	// closed the channel or released the lock.
	Panics bool
	Before ssa.Instruction
	// Holder is how the lock is held that Lock or RLock waits for.
	Holder Holder
	// Lock is where the goroutine itself, or for Lock the holder, has acquired the lock, nil
	// where none matters.
	Lock ssa.Instruction
	// Goroutine is the number of the one that is blocked.
	Goroutine int
	// Others are the operations at which other goroutines are blocked, and OtherGoroutines
	// their numbers.
	Others          []ssa.Instruction
	OtherGoroutines []int
	// Free and Errors count what the run supposes: how branches go that nothing known
	// decides, and which calls fail.
	Free, Errors int
	// Never is set when the operation completes in no run, whatever the branches.
	Never bool
	// Scaled is set when loops run less often than they are written.
	Scaled bool
	// Waits is set when another goroutine calls something unknown that may wait for this one.
	Waits bool
	Run   []Step
	// Running is how many goroutines keep running at the end.
	Running int
	// Type is set when the scope is a type, Set are the methods that are called, and Call is
	// the one that is blocked, nil for a goroutine of the value's own.
	Type *types.TypeName
	Set  []*ssa.Function
	Call *ssa.Function
	// Order is what the run supposes about callers.
	Order Order

	follows bool // from the deadlock of one goroutine with itself, which is a finding of its own
}

// An Order says in which order callers call the methods of a type.
type Order uint8

const (
	AnyOrder    Order = iota
	WhileEnding       // a method is called when the object is being ended, or afterwards
	EndedTwice        // the object is ended twice
)

// A Holder says what has become of the goroutine that holds a lock.
type Holder uint8

const (
	Nobody  Holder = iota
	Itself         // waits for its own lock
	Waiting        // waits for another lock
	Blocked        // waits for something else
	Gone           // has returned, or continues, without releasing the lock
)

// A Step is one operation of a run.
type Step struct {
	Goroutine int // 0 is the one that the run begins with
	Kind      Op
	Site      ssa.Instruction
	Starts    int           // the goroutine that this starts, 0 for none
	Meets     int           // the goroutine that takes what is sent, -1 for none
	Ends      bool          // a context of a caller has ended
	Call      *ssa.Function // what the goroutine is that a caller starts; Site is nil then
}

// findings returns what the search has found, one finding for each deadlock.
func (s *search) findings(root *ssa.Function) []*Finding {
	covered := make(map[ssa.Instruction]bool)
	var list []*Finding
	for _, n := range s.byCost() {
		if !n.news(covered) {
			continue
		}
		f := s.finding(n.end(), root, covered)
		if f != nil {
			f.Never = s.never(f.Site)
			list = append(list, f)
		}
	}
	return append(list, s.panicking(root, covered)...)
}

// panicking returns findings about operations that panic.
func (s *search) panicking(root *ssa.Function, covered map[ssa.Instruction]bool) []*Finding {
	var list []*Finding
	for _, n := range s.byCost() {
		if !n.panics || len(n.steps) == 0 || covered[n.steps[0].site] {
			continue
		}
		last := n.steps[0]
		covered[last.site] = true
		h := n.history()
		f := &Finding{
			Kind: last.kind, Panics: true, Before: h.before, Site: last.site, Root: root, Goroutine: last.g,
			Go: h.gos[last.g], Call: h.call[last.g], Run: h.run[:len(h.run)-1],
		}
		f.suppose(n)
		list = append(list, f)
	}
	return list
}

// suppose notes what the run to n supposes.
func (f *Finding) suppose(n *node) {
	f.Free, f.Errors, f.Scaled = n.cost.decided(), n.cost.errors, n.cost.scaled > 0
	waits := n.cost.waits
	if f.Go != nil { // what it calls itself does not wait for it
		waits &^= 1 << min(f.Goroutine, 62)
	}
	f.Waits = waits != 0
}

// byCost returns the states in the order of what they cost.
func (s *search) byCost() []*node {
	order := slices.Clone(s.list)
	slices.SortStableFunc(order, func(a, b *node) int {
		if a.cost != b.cost && a.cost.less(b.cost) {
			return -1
		}
		return cmp.Compare(a.order, b.order)
	})
	return order
}

// news reports whether a goroutine is blocked forever that no finding is about.
func (n *node) news(covered map[ssa.Instruction]bool) bool {
	for i := range n.live {
		if !n.free[i] && n.pends[i] != nil && !covered[n.pends[i].site] {
			return true
		}
	}
	return false
}

// end returns a state after n in which nothing more happens, n if none is near.
func (n *node) end() *node {
	seen := map[*node]bool{n: true}
	for work := []*node{n}; len(work) > 0 && len(seen) < 2000; work = work[1:] {
		at := work[0]
		if len(at.edges) == 0 {
			return at
		}
		for _, e := range at.edges {
			if !seen[e.to] {
				seen[e.to] = true
				work = append(work, e.to)
			}
		}
	}
	return n
}

// finding makes a finding of the goroutines that are blocked in n.
func (s *search) finding(n *node, root *ssa.Function, covered map[ssa.Instruction]bool) *Finding {
	h := n.history()
	var best *Finding
	for i := range n.live {
		if n.free[i] || n.pends[i] == nil {
			continue
		}
		f := h.judge(n, i)
		f.Root = root
		if !covered[f.Site] && !f.follows && (best == nil || f.rank() < best.rank()) {
			best = f
		}
	}
	for i := range n.live {
		if n.free[i] && best != nil {
			best.Running++
		}
		if !n.free[i] && n.pends[i] != nil {
			if best != nil && n.pends[i].site != best.Site && h.heldBy(n.pends[i].at, best.Goroutine) != n.pends[i].site {
				best.Others = append(best.Others, n.pends[i].site)
				best.OtherGoroutines = append(best.OtherGoroutines, n.live[i])
			}
			covered[n.pends[i].site] = true
		}
	}
	return best
}

// rank orders the findings of one state: the lowest explains the others.
func (f *Finding) rank() int {
	switch {
	case f.Holder == Itself:
		return 0
	case f.Lock != nil && f.Holder == Nobody:
		return 1
	case f.Kind == Lock || f.Kind == RLock || f.Kind == Do:
		if f.Holder == Blocked {
			return 8
		}
		return 3
	case f.Kind == Send:
		return 4
	case f.Kind == Receive || f.Kind == Select:
		return 5
	}
	return 6
}

// A history says which goroutine holds which locks at the end of a run, and since when.
type history struct {
	run  []Step
	held map[addr][]hold
	gos  map[int]ssa.Instruction
	call map[int]*ssa.Function
	ends map[addr]ssa.Instruction // what has closed a channel, or released a lock last
	// before is what has done so to what the last step is about.
	before ssa.Instruction
}

type hold struct {
	g    int
	site ssa.Instruction
}

// history follows the run to n.
func (n *node) history() *history {
	h := &history{held: make(map[addr][]hold), gos: make(map[int]ssa.Instruction), call: make(map[int]*ssa.Function), ends: make(map[addr]ssa.Instruction)}
	var path []*node
	for at := n; at != nil; at = at.parent {
		path = append(path, at)
	}
	for _, at := range slices.Backward(path) {
		for _, s := range at.steps {
			h.step(s)
		}
	}
	return h
}

func (h *history) step(s step) {
	if s.start {
		h.gos[s.with], h.call[s.with] = s.site, s.calls
		h.run = append(h.run, Step{Goroutine: s.g, Site: s.site, Starts: s.with, Meets: -1, Call: s.calls})
		return
	}
	h.run = append(h.run, Step{Goroutine: s.g, Kind: s.kind, Site: s.site, Meets: s.with, Ends: s.ends})
	if s.with >= 0 {
		h.run = append(h.run, Step{Goroutine: s.with, Kind: Receive, Site: s.withSite, Meets: -1})
	}
	h.before = h.ends[s.at]
	switch s.kind {
	case Close, Unlock, RUnlock:
		h.ends[s.at] = s.site
	}
	switch s.kind {
	case Lock, RLock, Do:
		h.held[s.at] = append(h.held[s.at], hold{s.g, s.site})
	case Unlock, RUnlock, done:
		list := h.held[s.at]
		at := slices.IndexFunc(list, func(l hold) bool { return l.g == s.g })
		if at < 0 {
			at = 0
		}
		if len(list) > 0 {
			h.held[s.at] = slices.Delete(slices.Clone(list), at, at+1)
		}
	}
}

// judge says how goroutine i is blocked in n.
func (h *history) judge(n *node, i int) *Finding {
	o, id := n.pends[i], n.live[i]
	f := &Finding{Kind: o.kind, Site: o.site, Goroutine: id, Go: h.gos[id], Call: h.call[id], Run: h.run}
	f.suppose(n)
	if o.kind == Lock || o.kind == RLock || o.kind == Do {
		h.judgeLock(f, n, o.at, id)
		return f
	}
	for j, p := range n.pends {
		if j == i || n.free[j] || p == nil || p.kind != Lock && p.kind != RLock && p.kind != Do {
			continue
		}
		if site := h.heldBy(p.at, id); site != nil && site != p.site {
			f.Lock = site // one that waits at the same place is about to do the same, which unblocks nothing
		}
	}
	return f
}

// heldBy returns where a goroutine has acquired a lock that it holds, nil where it does not hold it.
func (h *history) heldBy(at addr, id int) (site ssa.Instruction) {
	for _, l := range h.held[at] {
		if l.g == id {
			site = l.site
		}
	}
	return site
}

// judgeLock says what has become of the lock that a goroutine waits for.
func (h *history) judgeLock(f *Finding, n *node, at addr, id int) {
	list := h.held[at]
	if len(list) == 0 {
		return
	}
	l := list[0]
	if own := slices.IndexFunc(list, func(l hold) bool { return l.g == id }); own >= 0 {
		l = list[own]
	}
	f.Lock = l.site
	where := slices.Index(n.live, l.g)
	switch {
	case l.g == id:
		f.Holder = Itself
	case where < 0 || n.free[where] || n.pends[where] == nil:
		f.Holder = Gone
	case n.pends[where].kind == Lock || n.pends[where].kind == RLock || n.pends[where].kind == Do:
		f.Holder = Waiting
		f.follows = slices.ContainsFunc(h.held[n.pends[where].at], func(own hold) bool { return own.g == l.g })
	default:
		f.Holder = Blocked
	}
}
