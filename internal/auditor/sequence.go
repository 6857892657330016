package auditor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// words says what a step of a kind is called, and to which phase it belongs.
var words = map[steps.Kind]struct {
	phase service.Phase
	text  string
}{
	steps.Drain:   {"drain", "wait"},
	steps.Poll:    {"workers", "wait until something is so"},
	steps.Stop:    {"servers", "stop server"},
	steps.Kill:    {"servers", "cut server off"},
	steps.Join:    {"workers", "wait for goroutines"},
	steps.Recv:    {"workers", "wait for a channel"},
	steps.Leave:   {"deregister", "deregister"},
	steps.Release: {"stores", "close"},
	steps.Flush:   {"logs", "flush log"},
	steps.Open:    {"stores", "open"},
	steps.Start:   {"workers", "start worker"},
	steps.Serve:   {"servers", "serve"},
	steps.Retry:   {"stores", "try again until it works"},
}

func (m *model) startup() []service.Step {
	o := &opening{lives: m.turns, at: make(map[steps.Where]int)}
	brief := m.transient()
	for i, s := range m.begin {
		switch s.Kind {
		case steps.Open, steps.Serve, steps.Retry:
		default:
			continue
		}
		if s.Kind == steps.Retry && !connects(s) || s.Kind == steps.Open && (m.unkept(s) || brief[s.Other] && (s.Via != "" || s.What == "os.File")) {
			continue
		}
		st := m.entry(s)
		if s.Kind == steps.Retry {
			st.Limit = m.patience()
		}
		o.add(i, s.At, st)
	}
	return o.steps()
}

func (m *model) entry(s steps.Step) service.Step {
	w := words[s.Kind]
	st := service.Step{Phase: w.phase, Text: w.text, Name: m.nameOf(s), Deferred: s.Deferred, Sometimes: s.Cond || s.Maybe, Place: place(s.At)}
	if s.Kind == steps.Kill && catalog.ListenerCloses[s.What] {
		st.Text = "stop accepting"
	}
	if s.What != "" && s.Kind != steps.Recv {
		st.Text += " " + short(s.What)
	}
	if s.Client {
		st.Phase = "clients"
	}
	if s.Limit.Known {
		st.Limit = s.Limit.D
	}
	return st
}

// waits reports whether a step may take as long as it likes.
func waits(s steps.Step) bool {
	switch s.Kind {
	case steps.Join, steps.Recv, steps.Drain, steps.Poll:
		return true
	case steps.Stop:
		return true
	}
	return false
}

// shutdown returns the sequence after the signal, and sums up its budget.
func (m *model) shutdown(sv *service.Service) []service.Step {
	if m.signalled() == service.No {
		return nil
	}
	q := &sequence{m: m, at: make(map[stepID]int), from: make(map[string]bool)}
	if len(m.awaits) > 0 {
		at := m.notice()
		q.list, q.by = append(q.list, service.Step{Phase: "signal", Text: "signal", Sometimes: at.Cond, Place: place(at.At)}), append(q.by, mainLine)
	}
	brief, of, left := m.transient(), m.goroutines(), m.left()
	for i, s := range m.end {
		if m.passes(s, brief) {
			continue
		}
		q.add(s, of[i], left[i])
	}
	for _, st := range q.list {
		sv.Open = sv.Open || st.Unlimited
	}
	sv.Budget = budget(q.list, q.by)
	return q.list
}

// passes reports whether a step is none of the shutdown's: what is opened and closed in passing, what
// others wait for inside a call, and what belongs to the start-up.
func (m *model) passes(s steps.Step, brief map[string]bool) bool {
	_, known := words[s.Kind]
	switch s.Kind {
	case steps.Release:
		return brief[s.Other] || s.What == "os.File" && s.Via != "" || catalog.KeptTypes()[s.What] && !lasting(s.Other) || inside(s)
	case steps.Recv:
		return s.Via != ""
	case steps.Open, steps.Serve, steps.Start, steps.Retry:
		return true
	}
	return !known
}

// A sequence collects the steps of a shutdown. What several paths do is one step.
type sequence struct {
	m    *model
	list []service.Step
	by   []int          // which goroutine does a step
	at   map[stepID]int // where in the list it is
	from map[string]bool
}

type stepID struct {
	at   steps.Where
	what string
}

func (q *sequence) add(s steps.Step, by int, left bool) {
	id := stepID{s.At, string(s.Kind) + s.What}
	if i, ok := q.at[id]; ok {
		q.list[i].Sometimes = q.list[i].Sometimes && (s.Cond || s.Maybe)
		return
	}
	q.at[id] = len(q.list)
	st := q.m.entry(s)
	st.Unlimited = waits(s) && !s.Limit.Known
	st.Shared = s.Limit.From != "" && q.from[s.Limit.From]
	q.from[s.Limit.From] = s.Limit.From != ""
	if st.Left = left; st.Shared || left {
		st.Limit, st.Unlimited = 0, st.Unlimited && !left
	}
	q.list, q.by = append(q.list, st), append(q.by, by)
}

// mainLine stands for the goroutine of the main line.
const mainLine = -1

// goroutines returns which goroutine does each step of the shutdown.
func (m *model) goroutines() []int {
	var list []int
	for g, s := range m.sides {
		list = append(list, slices.Repeat([]int{g}, s.steps)...)
	}
	return append(list, slices.Repeat([]int{mainLine}, len(m.end)-len(list))...)
}

// budget sums up the limits of the steps that goroutines do: beside the main line it is the
// one that may take longest, whose time the others share.
func budget(list []service.Step, by []int) (total time.Duration) {
	sums := make(map[int]time.Duration)
	longest := mainLine
	for i, st := range list {
		g := by[i]
		if sums[g] += st.Limit; g != mainLine && (longest == mainLine || sums[g] > sums[longest]) {
			longest = g
		}
	}
	for i := range list {
		list[i].Beside = list[i].Limit > 0 && by[i] != mainLine && by[i] != longest
	}
	if longest == mainLine {
		return sums[mainLine]
	}
	return sums[mainLine] + sums[longest]
}

// inside reports whether a library closes what is of its own: a connection, for the length
// of a call.
func inside(s steps.Step) bool {
	via, _, _ := strings.Cut(strings.TrimLeft(s.Via, "(*"), ")")
	return via != "" && via[:max(0, strings.LastIndexByte(via, '.'))] == s.What[:max(0, strings.LastIndexByte(s.What, '.'))]
}

func (m *model) cellBudget(s *service.Service) service.Cell {
	c := service.Cell{Value: service.Yes, Text: s.Budget.String()}
	switch {
	case m.signalled() == service.No:
		return service.Cell{Value: service.None, Text: "no shutdown"}
	case len(m.awaits) > 0 && len(s.Shutdown) == 1 && len(m.unseen) == 0 && !m.cut:
		c.Proofs = []service.Proof{proof(m.notice(), "waits for the signal, and ends immediately")}
		return c
	case len(s.Shutdown) < 2:
		return service.Cell{Value: service.Unknown, Text: "the shutdown cannot be seen"}
	case s.Open && s.Budget == 0:
		c.Value, c.Text = service.Partly, "a wait of no known limit"
	case s.Open:
		c.Value, c.Text = service.Partly, fmt.Sprintf("%s and a wait of no known limit", s.Budget)
	}
	for _, st := range s.Shutdown {
		switch {
		case st.Unlimited:
			c.Proofs = append(c.Proofs, service.Proof{Place: st.Place, Text: st.Text + ", no known limit"})
		case st.Limit > 0:
			c.Proofs = append(c.Proofs, service.Proof{Place: st.Place, Text: fmt.Sprintf("%s, %s", st.Text, st.Limit)})
		}
	}
	return c
}

// fill adds what the manifests are held against.
func (m *model) fill(s *service.Service) {
	s.Retry = m.patience()
	s.Signals = m.signalNames()
	for _, r := range distinct(m.routes) {
		if r.What == "" {
			continue
		}
		route := service.Route{Path: strings.Replace(pathOf(r), steps.Somewhere, service.Somewhere, 1), Place: place(r.At)}
		steps.Each(r.Body, func(b *steps.Step) bool {
			if b.Kind == steps.Ask {
				route.Asks = true
				if b.Limit.Known {
					route.Limit = max(route.Limit, b.Limit.D)
				}
			}
			return true
		})
		s.Routes = append(s.Routes, route)
	}
	all, retried := m.dials()
	for _, d := range all {
		again := false
		for _, r := range retried {
			again = again || r.At == d.At
		}
		if !again {
			s.Dials = append(s.Dials, service.Dial{Proof: service.Proof{Place: place(d.At), Text: short(d.What)}, Images: catalog.Images[d.What]})
		}
	}
	seen := make(map[string]bool)
	steps.Each(m.all, func(e *steps.Step) bool {
		if e.Kind == steps.Env && e.What != "" && !seen[e.What] {
			seen[e.What] = true
			s.Env = append(s.Env, service.Proof{Place: place(e.At), Text: e.What})
		}
		return true
	})
	for _, u := range distinct(m.unseen) {
		s.Unseen = append(s.Unseen, proof(u, short(u.What)))
	}
}
