package check

import (
	"slices"

	"golang.org/x/tools/go/analysis"
)

// FactsOnly returns an analyzer of the same name and flags that computes what
// importers of a package want to know of it, and checks nothing. It is for
// dependencies: whatever uses facts is run on them by the unitchecker, though what
// it reports there is thrown away (https://go.dev/cl/443099 has the story).
func FactsOnly(a *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: a.Name, Doc: a.Doc, URL: a.URL, Flags: a.Flags,
		Requires: exporters(a, nil),
		Run:      func(*analysis.Pass) (any, error) { return nil, nil },
	}
}

// exporters appends the analyzers with facts that a is made of, itself left out.
func exporters(a *analysis.Analyzer, list []*analysis.Analyzer) []*analysis.Analyzer {
	for _, r := range a.Requires {
		if len(r.FactTypes) > 0 && !slices.Contains(list, r) {
			list = append(list, r)
		}
		list = exporters(r, list)
	}
	return list
}
