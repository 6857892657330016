package explore

import (
	"slices"
	"testing"
)

// interleave searches all interleavings of the statements of each program. Of one with too
// many states it returns nil.
func interleave(_ *testing.T, programs []*program) []map[int]bool {
	list := make([]map[int]bool, len(programs))
	for i, p := range programs {
		if lines, ok := p.oracle(100000); ok {
			list[i] = lines
		}
	}
	return list
}

// A world is a state of a program as the oracle sees it: one number per thing, nothing
// shared with the exploration.
type world struct {
	pc     [4]int
	buf    [3]int
	closed [3]bool
	mutex  [2]bool
	writer bool
	reads  int
	queued int // goroutine whose Lock blocks new readers, from 1
	count  int
	crash  bool
}

// oracle returns the lines at which a goroutine can be blocked forever; ok is false when
// there are too many states.
func (p *program) oracle(limit int) (lines map[int]bool, ok bool) {
	type next struct {
		to    int
		moved [4]bool
	}
	index := map[world]int{{}: 0}
	list := []world{{}}
	var edges [][]next
	for at := 0; at < len(list); at++ {
		if len(list) > limit {
			return nil, false
		}
		var out []next
		for _, w := range p.next(list[at]) {
			to, known := index[w]
			if !known {
				to = len(list)
				index[w] = to
				list = append(list, w)
			}
			n := next{to: to}
			for g := range w.pc {
				n.moved[g] = w.pc[g] != list[at].pc[g]
			}
			out = append(out, n)
		}
		edges = append(edges, out)
	}
	free := make([][4]bool, len(list))
	for changed := true; changed; {
		changed = false
		for at := range list {
			for g := range p.gos {
				if !free[at][g] && slices.ContainsFunc(edges[at], func(n next) bool { return n.moved[g] || list[n.to].crash || free[n.to][g] }) {
					free[at][g], changed = true, true
				}
			}
		}
	}
	lines = make(map[int]bool)
	for at, w := range list {
		for g, stmts := range p.gos {
			if !w.crash && !free[at][g] && w.pc[g] < len(stmts) {
				lines[stmts[w.pc[g]].line] = true
			}
		}
	}
	return lines, true
}

// crashes reports whether a panic can end the program, or there are too many states to tell.
func (p *program) crashes(limit int) bool {
	seen := map[world]bool{{}: true}
	list := []world{{}}
	for at := 0; at < len(list) && len(list) <= limit; at++ {
		for _, w := range p.next(list[at]) {
			if w.crash {
				return true
			}
			if !seen[w] {
				seen[w] = true
				list = append(list, w)
			}
		}
	}
	return len(list) > limit
}

// next returns all worlds one step after w.
func (p *program) next(w world) []world {
	var list []world
	if w.crash {
		return nil
	}
	for g := range p.gos {
		s, ok := p.at(w, g)
		if !ok {
			continue
		}
		if s.cases == nil {
			list = append(list, p.do(w, g, s, true)...)
			continue
		}
		ready := false
		for _, c := range s.cases {
			list = append(list, p.do(w, g, c, s.kind == "select")...)
			ready = ready || w.closed[c.n] || c.kind == "send" && w.buf[c.n] < p.caps[c.n] || c.kind == "recv" && w.buf[c.n] > 0
		}
		if s.kind == "selectDefault" && !ready {
			list = append(list, w.step(g))
		}
	}
	return list
}

func (p *program) at(w world, g int) (stmt, bool) {
	if w.pc[g] >= len(p.gos[g]) {
		return stmt{}, false
	}
	return p.gos[g][w.pc[g]], true
}

func (w world) step(g int) world {
	w.pc[g]++
	return w
}

// do returns the worlds after goroutine g has done s; waits is false when it does not wait
// for a partner.
func (p *program) do(w world, g int, s stmt, waits bool) []world {
	after := w.step(g)
	switch s.kind {
	case "send":
		return p.send(w, g, s, waits)
	case "recv":
		return p.recv(w, g, s, waits)
	case "close":
		after.crash = w.closed[s.n]
		after.closed[s.n] = true
	case "lock":
		if w.mutex[s.n] {
			return nil
		}
		after.mutex[s.n] = true
	case "unlock":
		after.crash = !w.mutex[s.n]
		after.mutex[s.n] = false
	case "add":
		after.count++
	case "done":
		after.count--
		after.crash = after.count < 0
	case "wait":
		if w.count > 0 {
			return nil
		}
	default:
		return w.rw(g, s, after)
	}
	if after.crash {
		after = world{crash: true}
	}
	return []world{after}
}

// rw does an operation of the RWMutex.
func (w world) rw(g int, s stmt, after world) []world {
	switch s.kind {
	case "rlock":
		if w.writer || w.queued > 0 {
			return nil
		}
		after.reads++
	case "runlock":
		after.reads--
	case "wunlock":
		after.writer = false
	case "wlock":
		switch {
		case w.queued > 0 && w.queued != g+1 || w.writer:
			return nil
		case w.reads > 0 && w.queued > 0:
			return nil
		case w.reads > 0:
			w.queued = g + 1
			return []world{w}
		}
		after.queued, after.writer = 0, true
	}
	return []world{after}
}

// partners returns the worlds in which another goroutine does the other half.
func (p *program) partners(w world, g, ch int, kind string, waits bool) []world {
	var list []world
	for h := range p.gos {
		s, ok := p.at(w, h)
		if !ok || h == g {
			continue
		}
		for _, c := range append([]stmt{s}, s.cases...) {
			if c.kind == kind && c.n == ch && (waits || s.kind != "selectDefault") {
				list = append(list, w.step(g).step(h))
			}
		}
	}
	return list
}

func (p *program) send(w world, g int, s stmt, waits bool) []world {
	if w.closed[s.n] {
		return []world{{crash: true}}
	}
	if w.buf[s.n] < p.caps[s.n] {
		w.buf[s.n]++
		return []world{w.step(g)}
	}
	if p.caps[s.n] > 0 {
		return nil
	}
	return p.partners(w, g, s.n, "recv", waits)
}

func (p *program) recv(w world, g int, s stmt, waits bool) []world {
	switch {
	case w.buf[s.n] > 0:
		w.buf[s.n]--
		return []world{w.step(g)}
	case w.closed[s.n]:
		return []world{w.step(g)}
	case p.caps[s.n] > 0:
		return nil
	}
	return p.partners(w, g, s.n, "send", waits)
}
