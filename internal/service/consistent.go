package service

import (
	"fmt"
	"slices"
	"strings"
)

// Contradictions returns where the answers and the steps of a service say different
// things; there are none, since both come from one model.
func (s *Service) Contradictions() (list []string) {
	for _, rule := range rules {
		if text := rule(s); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// rules compare answers with steps, and with each other. Each returns what is wrong.
var rules = []func(*Service) string{
	func(s *Service) string {
		return s.implies("signals", No, len(s.Shutdown) == 0, "nothing handles a signal, and there are steps after one")
	},
	func(s *Service) string {
		drain := slices.IndexFunc(s.Shutdown, func(st Step) bool { return st.Phase == "drain" })
		stop := slices.IndexFunc(s.Shutdown, func(st Step) bool { return st.Phase == "servers" })
		return s.implies("drain", Yes, drain >= 0 && (stop < 0 || drain < stop), "a drain that is no step before the stop")
	},
	func(s *Service) string {
		return s.implies("stop", Yes, s.does("stop server") || s.does("stop accepting"), "servers are stopped, and by no step")
	},
	func(s *Service) string {
		return s.implies("stop", No, !s.does("stop server"), "no server is stopped, and a step does")
	},
	func(s *Service) string {
		return s.implies("logs", Yes, s.does("flush log"), "the log is flushed, and by no step")
	},
	func(s *Service) string {
		return s.implies("logs", No, !s.does("flush log"), "the log is never flushed, and a step does")
	},
	func(s *Service) string { return s.releases("stores") },
	func(s *Service) string { return s.releases("clients") },
	func(s *Service) string {
		return s.implies("budget", Yes, !s.Open, "a budget, and a step without a limit")
	},
	func(s *Service) string {
		return s.implies("budget", Partly, s.Open, "a budget with a step without a limit, and no such step")
	},
	func(s *Service) string {
		return s.implies("draining", Yes, s.Cells["ready"].Value == Yes, "readiness fails in time, and there is none")
	},
	func(s *Service) string {
		tries := slices.ContainsFunc(s.Startup, func(st Step) bool { return strings.HasPrefix(st.Text, "try again") })
		return s.implies("retry", Yes, tries, "dials are tried again, and by no step")
	},
}

// implies returns text where a cell has a value and what follows from it does not hold.
func (s *Service) implies(column string, value Value, holds bool, text string) string {
	if s.Cells[column].Value != value || holds {
		return ""
	}
	return fmt.Sprintf("%s: %s: %s", s.Name, column, text)
}

func (s *Service) does(text string) bool {
	return slices.ContainsFunc(s.Shutdown, func(st Step) bool { return strings.HasPrefix(st.Text, text) })
}

// releases holds the steps that close stores, or clients, against what is said to be
// closed: nothing that is said to stay open has a step that closes it.
func (s *Service) releases(column string) string {
	c := s.Cells[column]
	closed, open := make(map[string]bool), make(map[string]bool)
	for _, p := range c.Proofs {
		if strings.HasPrefix(p.Text, "closes ") {
			closed[place(p.Place)] = true
		}
		if typ, ok := strings.CutPrefix(p.Text, "opens "); ok && strings.Contains(typ, ", and nothing closes it") {
			typ, _, _ = strings.Cut(typ, ",")
			open[typ] = true
		}
	}
	for _, st := range s.Shutdown {
		typ, ok := strings.CutPrefix(st.Text, "close ")
		if ok && string(st.Phase) == column && open[typ] && !closed[place(st.Place)] {
			return fmt.Sprintf("%s: %s: nothing closes %s, and a step does", s.Name, column, typ)
		}
		if ok && string(st.Phase) == column && c.Value == No {
			return fmt.Sprintf("%s: %s: none is closed, and a step closes %s", s.Name, column, typ)
		}
	}
	return ""
}

func place(p Place) string { return fmt.Sprintf("%s/%s:%d", p.Pkg, p.File, p.Line) }
