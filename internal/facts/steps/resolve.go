package steps

import "slices"

// A resolver replaces calls of an interface's methods by what the types do that may
// implement the interface.
type resolver struct {
	ifaces map[string][]uint32
	impls  []Impl
	room   int             // steps that may be added
	lost   bool            // not all types are known
	serves bool            // what the packages do at import may lead to something that serves
	loud   map[string]bool // by the methods of interfaces that are called: they may do something of interest
}

// several is how many implementations of one interface may do something of interest. With
// more, the one that is called is not known.
const several = 8

func newResolver(imports []Lost) *resolver {
	r := &resolver{ifaces: make(map[string][]uint32), room: 4 * most}
	seen := make(map[string]bool)
	for _, imp := range imports {
		r.lost = r.lost || imp.Partial
		r.serves = r.serves || imp.Mask&MayServe != 0
		for _, i := range imp.Ifaces {
			r.ifaces[i.Name] = i.Has
		}
		for _, t := range imp.Impls {
			if !seen[t.Type] {
				seen[t.Type] = true
				r.impls = append(r.impls, t)
			}
		}
	}
	return r
}

func (r *resolver) resolve(list []Step, path []string) []Step {
	var out []Step
	for _, s := range list {
		s.Body = r.resolve(s.Body, path)
		if s.Kind != Unseen || s.Other == "" {
			out = append(out, s)
			continue
		}
		out = append(out, r.call(s, path)...)
	}
	return out
}

// call returns what a call of an interface's method does: nothing, what the only possible
// type does, or what each of a few does, and then itself, since it may do something else.
func (r *resolver) call(s Step, path []string) []Step {
	name := s.Other + "." + s.What
	if !r.matters(&s) {
		return nil
	}
	types, known := r.candidates(s.Other)
	var does []Impl
	for _, t := range types {
		if len(t.does(methodOf(s.What))) > 0 {
			does = append(does, t)
		}
	}
	switch {
	case !known, len(types) == 0, len(does) > several, slices.Contains(path, name), len(path) > several, r.room <= 0:
		return r.unresolved(s, does)
	}
	var out []Step
	list, wrap := outerFirst(does, s)
	for i, t := range list {
		body := r.body(s, t, append(path[:len(path):len(path)], name))
		if len(types) > 1 {
			body = []Step{{Kind: Either, What: t.Type, Cond: i >= wrap, At: s.At, Body: body}}
		}
		out = append(out, body...)
	}
	if len(types) > 1 {
		out = append(out, r.unresolved(s, nil)...)
	}
	return out
}

// outerFirst puts the types that call the same method of what they wrap before those that do not, and
// what is put into the interface last, which is around the others, before them; and how many those are.
func outerFirst(does []Impl, call Step) (list []Impl, wrap int) {
	var outer, inner []Impl
	for _, t := range does {
		wraps := false
		Each(t.does(methodOf(call.What)), func(s *Step) bool {
			wraps = wraps || s.Kind == Unseen && s.Other == call.Other && methodOf(s.What) == methodOf(call.What)
			return !wraps
		})
		if wraps {
			outer = append(outer, t)
		} else {
			inner = append(inner, t)
		}
	}
	slices.Reverse(outer)
	return append(outer, inner...), len(outer)
}

// matters reports whether a call of an interface's method may do something of interest:
// methods that do nothing but call each other do not.
func (r *resolver) matters(s *Step) bool {
	name := s.Other + "." + s.What
	if loud, ok := r.loud[name]; ok {
		return loud
	}
	if r.loud == nil {
		r.loud = make(map[string]bool)
	}
	asked := map[string]*Step{name: s}
	for list := []*Step{s}; len(list) > 0; list = list[1:] {
		r.loud[list[0].Other+"."+list[0].What] = false
		r.acts(list[0], func(called *Step) bool {
			n := called.Other + "." + called.What
			if _, known := r.loud[n]; !known && asked[n] == nil {
				asked[n], list = called, append(list, called)
			}
			return false
		})
	}
	for changed := true; changed; {
		changed = false
		for n, call := range asked {
			if !r.loud[n] && r.acts(call, func(called *Step) bool { return r.loud[called.Other+"."+called.What] }) {
				r.loud[n], changed = true, true
			}
		}
	}
	return r.loud[name]
}

// acts reports whether a call of an interface's method may do something of interest, if
// some of the calls that this makes do.
func (r *resolver) acts(s *Step, calls func(*Step) bool) (found bool) {
	types, known := r.candidates(s.Other)
	if !known || len(types) == 0 {
		return true
	}
	for _, t := range types {
		found = mattersIf(t.does(methodOf(s.What)), calls) || found
	}
	return found
}

// unresolved is a call that stays what it is, with what it is given to call.
func (r *resolver) unresolved(s Step, does []Impl) []Step {
	quiet := s.Hard && len(s.Body) == 0
	s.Hard = r.lost && r.serves || slices.ContainsFunc(does, func(t Impl) bool { return serves(t.does(methodOf(s.What))) })
	if quiet && !s.Hard {
		return nil
	}
	var body []Step
	for _, a := range s.Body {
		if a.Kind == Arg {
			body = append(body, a.Body...)
		} else {
			body = append(body, a)
		}
	}
	s.Body, s.Keys, s.Args = body, nil, nil
	return []Step{s}
}

func serves(list []Step) (found bool) {
	Each(list, func(s *Step) bool {
		found = found || s.Kind == Serve
		return !found
	})
	return found
}

func (r *resolver) body(s Step, t Impl, path []string) []Step {
	bd := bindKeys(s.Args, s.Keys, 0)
	bd.keys[receiverKey] = s.Key
	bd.bodies = make(map[int]func([]Limit, []string) []Step)
	for _, a := range s.Body {
		if a.Kind == Arg {
			bd.bodies[a.Index] = func(args []Limit, keys []string) []Step { return Bind(a.Body, args, keys) }
		}
	}
	body := bd.apply(t.does(methodOf(s.What)))
	Each(body, func(b *Step) bool {
		r.room--
		b.By = s.At
		return true
	})
	for i := range body {
		body[i].Cond = body[i].Cond || s.Cond
		body[i].Deferred = body[i].Deferred || s.Deferred
	}
	return r.resolve(body, path)
}

// candidates returns the types that may be called through an interface, and whether what
// they all do is known.
func (r *resolver) candidates(iface string) (list []Impl, known bool) {
	needs, ok := r.ifaces[iface]
	if !ok || r.lost {
		return nil, false
	}
	for _, t := range r.impls {
		if slices.ContainsFunc(needs, func(m uint32) bool { _, has := slices.BinarySearch(t.Has, m); return !has }) {
			continue
		}
		if t.Foreign {
			return nil, false
		}
		list = append(list, t)
	}
	return list, true
}

func methodOf(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
}
