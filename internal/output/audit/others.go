package audit

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
)

// A group is the programs that are not rated for one reason.
type group struct {
	Why      string
	Packages []string
}

// others returns the programs that are not rated, so that none is missing
// without a word.
func others(r *audit.Report) (list []group) {
	for _, o := range r.Others {
		i := slices.IndexFunc(list, func(g group) bool { return g.Why == o.Why })
		if i < 0 {
			i, list = len(list), append(list, group{Why: o.Why})
		}
		list[i].Packages = append(list[i].Packages, o.Package)
	}
	return list
}
