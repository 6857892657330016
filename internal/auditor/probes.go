package auditor

import (
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// pathOf returns the path of a route, without the method that a pattern may begin
// with.
func pathOf(r steps.Step) string {
	if _, path, ok := strings.Cut(r.What, " "); ok {
		return path
	}
	return r.What
}

func (m *model) cellProbe(id string) service.Cell {
	if routes := m.probe(id); len(routes) > 0 {
		c := service.Cell{Value: service.Yes, Text: pathOf(routes[0])}
		for _, r := range routes {
			c.Proofs = append(c.Proofs, proof(r, "answers "+r.What))
		}
		return c
	}
	if len(m.servers) == 0 && m.may&steps.MayServe == 0 {
		return service.Cell{Value: service.None, Text: "serves nothing"}
	}
	if why := m.hidden(); why != "" {
		return service.Cell{Value: service.Unknown, Text: why}
	}
	return service.Cell{Value: service.No, Text: "no such path", Proofs: m.serving()}
}

func (m *model) cellDraining() service.Cell {
	routes := m.probe("ready")
	if len(routes) == 0 {
		if ready := m.cellProbe("ready"); ready.Value == service.Unknown {
			return service.Cell{Value: service.Unknown, Text: ready.Text}
		}
		return service.Cell{Value: service.None, Text: "there is no readiness probe"}
	}
	if m.signalled() == service.No {
		return service.Cell{Value: service.No, Text: "the signal ends the process", Proofs: m.serving()}
	}
	changed := make(map[string]steps.Step)
	for _, s := range m.end {
		if (s.Kind == steps.Set || s.Kind == steps.Tell) && s.Key != "" {
			changed[s.Key] = s
		}
	}
	hidden := false
	for _, r := range routes {
		var found *service.Proof
		steps.Each(r.Body, func(s *steps.Step) bool {
			looks := s.Kind == steps.Read || s.Kind == steps.Recv || s.Kind == steps.Case
			if to, ok := changed[s.Key]; looks && (ok || m.ends[s.Key]) && s.Key != "" && found == nil {
				p := proof(*s, "the probe looks at it")
				if ok {
					p = proof(to, "changes what the probe looks at")
				}
				found = &p
			}
			// A state that is looked at may be changed where the shutdown cannot be seen.
			hidden = hidden || s.Kind == steps.Unseen || looks && (len(m.end) == 0 || len(m.unseen) > 0 && m.signalled() != service.No)
			return true
		})
		if found != nil {
			return service.Cell{Value: service.Yes, Text: "fails once the program is stopping", Proofs: []service.Proof{*found}}
		}
	}
	c := service.Cell{Value: service.No, Text: "does not look at whether the program is stopping"}
	if hidden {
		c = service.Cell{Value: service.Unknown, Text: "what the probe looks at may change where it cannot be seen"}
	}
	for _, r := range routes {
		c.Proofs = append(c.Proofs, proof(r, "answers "+r.What))
	}
	return c
}
