// Command floor is a vet tool that builds the SSA form of every package and
// looks for nothing: what an analyzer of this kind costs at least.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// A fact makes the go command run the tool on dependencies too, as it does for
// every tool whose knowledge crosses packages.
type fact struct{}

func (*fact) AFact() {}

func main() {
	unitchecker.Main(&analysis.Analyzer{
		Name:      "floor",
		Doc:       "build SSA and report nothing",
		Requires:  []*analysis.Analyzer{buildssa.Analyzer},
		FactTypes: []analysis.Fact{new(fact)},
		Run:       func(*analysis.Pass) (any, error) { return nil, nil },
	})
}
