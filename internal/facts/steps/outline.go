package steps

import (
	"go/token"
	"slices"
	"strings"
)

// hideFields removes calls of functions that only the dependency itself can have
// kept: those in unexported fields that no parameter goes into.
func (b *builder) hideFields() {
	kept := make(map[string]bool)
	for _, fact := range b.done {
		Each(fact.Steps, func(s *Step) bool {
			if s.Kind == Keep {
				kept[s.Key] = true
			}
			return true
		})
	}
	own := b.pass.Pkg.Path() + "."
	for fn, fact := range b.done {
		if b.decls[fn] == nil {
			continue
		}
		fact.Steps = slices.DeleteFunc(fact.Steps, func(s Step) bool {
			name := s.Key[strings.LastIndexByte(s.Key, '.')+1:]
			return s.Kind == Field && strings.HasPrefix(s.Key, own) && !token.IsExported(name) && !kept[s.Key]
		})
	}
}

// results calls a local variable that is returned by the number of the result, so
// that what is made by one call is not taken for what is made by another one.
func results(list []Step) []Step {
	names := make(map[string]string)
	for _, s := range list {
		if s.Kind == Same && s.Key[0] == '=' && strings.Contains(s.Other, ":") {
			names[s.Other] = s.Key
		}
	}
	if len(names) == 0 {
		return list
	}
	rename := func(s *Step) bool {
		if to, ok := names[s.Key]; ok {
			s.Key = to
		}
		if to, ok := names[s.Other]; ok {
			s.Other = to
		}
		for i, k := range s.Keys {
			if to, ok := names[k]; ok {
				s.Keys[i] = to
			}
		}
		return true
	}
	Each(list, rename)
	return list
}

// outline keeps of a dependency's steps what concerns its callers. Waiting and signaling
// are the dependency's own business, unless it does more.
func outline(list []Step) []Step {
	fields(list)
	var kept []Step
	more := false
	for _, s := range list {
		switch s.Kind {
		case Same:
			if !open(s.Key) && !open(s.Other) {
				continue
			}
		case Recv, Choice, Case, Tell, Drain, Poll, Join:
			s.Body = outline(s.Body)
			more = more || len(s.Body) > 0
		case Field, Keep:
			if s.Key == "" || strings.Contains(s.Key, ":") || s.Kind == Keep && s.Index == 0 {
				continue
			}
			s.At = Where{} // once is enough
			more = true
		case Start: // what registers for signals is known, what follows is not
			for _, asks := range signals(s.Body) {
				kept, more = append(kept, asks), true
			}
			continue
		case Signal, Serve, Stop, Kill, Release, Open, Flush, Leave, Param:
			s.Body = outline(s.Body)
			more = true
		default:
			continue
		}
		kept = append(kept, s)
	}
	if !more {
		return nil
	}
	return kept
}

// fields calls what is opened and then put into a field by the name of the field, by which
// other functions close it.
func fields(list []Step) {
	names := make(map[string]string)
	for _, s := range list {
		if s.Kind == Same && s.Key != "" && !open(s.Key) && !strings.Contains(s.Key, ":") && strings.Contains(s.Other, ":") {
			names[s.Other] = s.Key
		}
	}
	for i, s := range list {
		closes := func(r Step) bool { return r.Kind == Release && r.Key == s.Key }
		if to := names[s.Key]; to != "" && s.Kind == Open && !slices.ContainsFunc(list, closes) {
			list[i].Key = to
		}
	}
}

// signals returns the steps, nested ones included, that register for signals, without what
// waits for them.
func signals(list []Step) (found []Step) {
	Each(list, func(s *Step) bool {
		if s.Kind == Signal {
			asks := *s
			asks.Key, asks.Body = "", nil
			found = append(found, asks)
		}
		return true
	})
	return found
}

// open reports whether a key is replaced where the function is called.
func open(k string) bool { return k != "" && (k[0] == '=' || k[0] == '#') }

// compact removes steps that say what an earlier one has said.
func compact(list []Step) []Step {
	type id struct {
		kind      Kind
		what, key string
		other     string
		at        Where
		run       uint32
		from      string
		body      uint64
		by        Where // what ends may be asked to end at several places, of which the last counts
		deferred  bool
	}
	seen := make(map[id]bool)
	var kept []Step
	for _, s := range list {
		k := id{kind: s.Kind, what: s.What, key: s.Key, other: s.Other, at: s.At, run: s.Run, from: s.from.id}
		if len(s.Body) > 0 { // one line may keep, or start, many functions
			k.body = Print(s.Body)
		}
		switch s.Kind {
		case Stop, Kill, Release, Flush, Leave:
			k.by, k.deferred = s.By, s.Deferred
		}
		if s.Kind == Same || s.Kind == Persist {
			k.at = Where{}
		}
		if seen[k] {
			continue
		}
		seen[k] = true
		kept = append(kept, s)
	}
	return kept
}
