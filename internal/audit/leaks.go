package audit

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// LeaksColumn is the question that only profiles answer; it is there when some are given.
var LeaksColumn = service.Column{ID: "leaks", Title: "Leaks", Asks: "Do profiles of running processes show goroutines that are stuck?"}

// AddLeaks adds the column with what profiles say of each service, by its package. A
// service of which they say nothing is unknown.
func (r *Report) AddLeaks(cells map[string]service.Cell) {
	r.Columns = append(slices.Clone(r.Columns), LeaksColumn)
	for i := range r.Services {
		s := &r.Services[i]
		c, ok := cells[s.Package]
		if !ok {
			c = service.Cell{Value: service.Unknown, Text: "no goroutine of it is in the profiles"}
		}
		for k := range c.Proofs {
			c.Proofs[k].File = finding.Rel(r.Dir, c.Proofs[k].File)
		}
		s.Cells[LeaksColumn.ID] = c
	}
}
