package steps

import "slices"

// A binding replaces the keys and limits of a callee's steps by those of the call.
type binding struct {
	keys   map[string]string
	limits map[int]Limit
	bodies map[int]func(args []Limit, keys []string) []Step
	texts  map[int]text
	inner  bool // the steps are those of a literal
}

// A text is a constant string, if it is known, or parameter Param.
type text struct {
	value string
	known bool
	param int
}

func (bd *binding) key(k string) string {
	switch {
	case k == "":
		return ""
	case k[0] != '#' && k[0] != '=':
		return k
	}
	to, ok := bd.keys[k]
	if !ok {
		if k[0] == '#' && isInner(k) != bd.inner {
			return k // of the function around the literal, or of the literal inside
		}
		return ""
	}
	return to
}

func isInner(k string) bool { return len(k) == 4 && k[1] == '1' }

func (bd *binding) limit(l Limit) Limit {
	if l.Param == 0 {
		return l
	}
	if to, ok := bd.limits[l.Param]; ok {
		return to
	}
	if (l.Param > inner) != bd.inner {
		return l
	}
	return Limit{}
}

// apply returns a copy of the steps with everything replaced.
func (bd *binding) apply(list []Step) []Step {
	var out []Step
	for _, s := range list {
		s.Keys = slices.Clone(s.Keys)
		for i, k := range s.Keys {
			s.Keys[i] = bd.key(k)
		}
		s.Key, s.Other, s.Limit = bd.key(s.Key), bd.key(s.Other), bd.limit(s.Limit)
		if s.Kind == Same && (s.Key == "" || s.Other == "" || s.Key == s.Other) {
			continue
		}
		args := s.Args
		s.Args = nil
		for _, a := range args {
			s.Args = append(s.Args, bd.limit(a))
		}
		if s.Kind == Param || s.Kind == Keep && s.Index > 0 {
			out = append(out, bd.param(s)...)
			continue
		}
		if (s.Kind == Env || s.Kind == Route) && s.Index > 0 {
			if t, ok := bd.texts[s.Index]; ok {
				s.What, s.Index = t.value, t.param
				if s.Kind == Route {
					s.What = ownPath(t.value, t.known)
				}
			} else if (s.Index > inner) == bd.inner {
				s.Index = 0
			}
		}
		s.Body = bd.apply(s.Body)
		out = append(out, s)
	}
	return out
}

// param puts in the place of a parameter what the call passes for it.
func (bd *binding) param(s Step) []Step {
	body, ok := bd.bodies[s.Index]
	if !ok {
		if (s.Index > inner) != bd.inner {
			return []Step{s}
		}
		unseen := []Step{{Kind: Unseen, What: "a function value", At: s.At}}
		if s.What == answering {
			unseen = append(unseen, Step{Kind: Answer, At: s.At})
		}
		return unseen
	}
	if s.Kind == Keep {
		s.Index, s.Body = 0, body(nil, nil)
		if len(s.Body) == 1 && s.Body[0].Kind == Param { // passed on
			s.Index, s.Body = s.Body[0].Index, nil
		}
		return []Step{s}
	}
	steps := body(s.Args, s.Keys)
	for i := range steps {
		steps[i].Cond = steps[i].Cond || s.Cond
		steps[i].Deferred = steps[i].Deferred || s.Deferred
	}
	return steps
}
