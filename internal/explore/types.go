package explore

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Budgets of a type: how many states may be explored to create a value, and of how many
// values; for the calls of two or three of its methods; to determine whether another call
// unblocks a goroutine, and how often; and how many instructions may be run for some calls
// and for all.
const (
	createStates = 200
	mostReady    = 2
	callStates   = 1200
	helpStates   = 1500
	mostAsked    = 8
	setInstrs    = 6_000
	typeInstrs   = 40_000
	mostOfTypes  = 120_000
	fewCalls     = 4 // methods of which one may be called twice beside another one
)

// types explores the types of a package.
func (r *Result) types(prog *ssa.Program, relevant *relevance, list []*subject) {
	rest := mostOfTypes
	for _, s := range list {
		if rest <= 0 {
			r.LeftTypes = append(r.LeftTypes, s.typ.Obj())
			continue
		}
		m := newMachine(prog)
		m.relevant, m.most = relevant, min(typeInstrs, rest)
		m.env = &environment{subject: s}
		ready := m.ready()
		for _, set := range s.sets() {
			m.env = &environment{subject: s, set: set}
			for _, n := range ready {
				r.take(m.callsOn(n))
			}
		}
		if rest -= m.instrs; m.instrs > m.most {
			r.LeftTypes = append(r.LeftTypes, s.typ.Obj())
		}
	}
}

// sets returns which methods are called together: each two, of which one waits, and each
// two and a method that ends it all.
func (s *subject) sets() [][]*ssa.Function {
	var list [][]*ssa.Function
	calls := s.calls[:min(len(s.calls), mostCalls)]
	for i, a := range calls {
		for _, b := range calls[i:] {
			if (s.heavy[a] || s.heavy[b] || len(s.runs) > 0) && (a != b || !s.once[a]) {
				list = append(list, []*ssa.Function{a, b})
			}
		}
	}
	if len(s.calls) <= fewCalls {
		list = append(list, s.thrice()...)
	}
	if len(list) == 0 && len(s.runs) > 0 {
		list = append(list, nil)
	}
	for _, stop := range s.calls {
		if !isStop(stop) {
			continue
		}
		for _, set := range list[:len(list):len(list)] {
			if !slices.ContainsFunc(set, isStop) {
				list = append(list, append(slices.Clip(set), stop))
			}
		}
	}
	return list
}

// thrice returns which methods are called together with two calls of one that waits.
func (s *subject) thrice() [][]*ssa.Function {
	var list [][]*ssa.Function
	for _, a := range s.calls {
		for _, b := range s.calls {
			if s.heavy[a] && !isStop(a) && !isStop(b) && !s.once[a] {
				list = append(list, []*ssa.Function{a, a, b})
			}
		}
	}
	return list
}

// callsOn explores what the calls of the environment on a value lead to.
func (m *machine) callsOn(n *node) []*Finding {
	all := m.most
	if m.instrs > all {
		return nil
	}
	m.most = min(all, m.instrs+setInstrs)
	s := newSearch(m, callStates)
	s.incomplete = !s.run(m.from(n), n)
	m.most = all
	s.blocked()
	return s.lasting()
}

// lasting returns findings about goroutines that no call unblocks.
func (s *search) lasting() []*Finding {
	covered, asked := make(map[ssa.Instruction]bool), make(map[*node]bool)
	var list []*Finding
	for _, n := range s.byCost() {
		if !n.news(covered) {
			continue
		}
		end := n.end()
		if asked[end] || len(asked) >= mostAsked || !end.known {
			continue
		}
		asked[end] = true
		left, known := s.stuck(end.st, end.blockedIDs(), helpStates)
		if !known || len(left) == 0 {
			continue
		}
		last := *end
		last.free = slices.Clone(end.free)
		for i, id := range end.live {
			last.free[i] = !slices.Contains(left, id)
		}
		if f := s.finding(&last, s.env.create, covered); f != nil {
			f.Type, f.Set, f.Order = s.env.typ.Obj(), s.env.set, s.env.order(f)
			list = append(list, f)
		}
	}
	for _, f := range s.panicking(s.env.create, covered) {
		f.Type, f.Set, f.Order = s.env.typ.Obj(), s.env.set, s.env.order(f)
		if f.Order == AnyOrder {
			list = append(list, f)
		}
	}
	return list
}

// order says what a run supposes about the callers.
func (env *environment) order(f *Finding) Order {
	ends := 0
	for _, fn := range env.set {
		if isStop(fn) {
			ends++
		}
	}
	switch {
	case ends > 1:
		return EndedTwice
	case f.Call != nil && !isStop(f.Call) && !slices.Contains(env.runs, f.Call) && f.begunLate():
		return WhileEnding
	}
	return AnyOrder
}

// begunLate reports whether the goroutine that is blocked has done nothing before the
// object is ended.
func (f *Finding) begunLate() bool {
	calls := make(map[int]*ssa.Function)
	for _, s := range f.Run {
		switch {
		case s.Starts > 0:
			calls[s.Starts] = s.Call
		case s.Goroutine == f.Goroutine:
			return false
		case s.Ends || calls[s.Goroutine] != nil && isStop(calls[s.Goroutine]):
			return true
		}
	}
	return false
}

func (n *node) blockedIDs() []int {
	var ids []int
	for i, id := range n.live {
		if !n.free[i] && n.pends[i] != nil {
			ids = append(ids, id)
		}
	}
	return ids
}
