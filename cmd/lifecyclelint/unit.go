package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A unit is what the go command says of a package that it wants analyzed.
type unit struct {
	ID            string
	ModulePath    string
	ModuleVersion string // of modules that are required, not of those worked on
	VetxOnly      bool   // it is a dependency: what importers want to know is enough
	GoFiles       []string

	data []byte
}

// readUnit reads what the arguments name last. What goes wrong here goes wrong again
// where the file is read next, and is said there.
func readUnit(args []string) *unit {
	u := new(unit)
	data, err := os.ReadFile(args[len(args)-1])
	if err != nil || json.Unmarshal(data, u) != nil {
		return new(unit)
	}
	u.data = data
	return u
}

// analyzers returns those for the package that the arguments name. Checks run where their
// reports are read.
//
// The go command (1.26) stores under one key the output for a package as such and as a
// dependency: one that was first analyzed as a dependency would print nothing in any later
// run. A reader that picks packages has the flag set, therefore, and gets whole units: its
// own, which may be requested next, or all. Variants that exist for another package's tests
// are never requested by themselves.
func (u *unit) analyzers(args []string, list []*analysis.Analyzer) []*analysis.Analyzer {
	flag.String(strings.TrimPrefix(check.DependenciesFlag, "-"), "", "report in dependencies too, for a reader that picks packages: own, those of modules that are worked on, or all")
	flag.String(strings.TrimPrefix(check.SettingsFlag, "-"), "", "options of analyzers that hold in parts of the tree, as JSON by import path")
	if !u.VetxOnly {
		if flagged(args) {
			list = append(list, timed(list))
		}
		if u.withTests() && flagged(args) {
			list = append(list, tested)
		}
		return list
	}
	if u.whole(args) {
		if err := u.makeWhole(args[len(args)-1]); err != nil { // or the go command would keep that there is nothing to say
			fmt.Fprintf(os.Stderr, "lifecyclelint: %v\n", err)
			os.Exit(1)
		}
		return append(list, timed(list))
	}
	lean := make([]*analysis.Analyzer, len(list))
	for i, a := range list {
		lean[i] = check.FactsOnly(a)
	}
	return lean
}

// tested reports nothing about the code: it marks, for the reader of dependencies, that
// what is reported for this package takes its tests into account, and replaces what is
// reported for it as a dependency. The go command gives both the same name.
var tested = &analysis.Analyzer{
	Name: check.TestedAnalyzer,
	Doc:  "mark packages that were analyzed with their tests",
	Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: "analyzed with its tests"})
		return nil, nil
	},
}

// started is when this process began to work on its package.
var started = time.Now()

// timed returns an analyzer that runs after the others and reports the time.
func timed(list []*analysis.Analyzer) *analysis.Analyzer {
	list = slices.Clone(list)
	return &analysis.Analyzer{
		Name:     check.TimedAnalyzer,
		Doc:      "say how long the analysis of the package took",
		Requires: list,
		Run: func(pass *analysis.Pass) (any, error) {
			now := time.Now()
			t := check.Timing{End: now, Took: now.Sub(started), Checks: make(map[string]time.Duration)}
			for _, a := range list {
				if out, ok := pass.ResultOf[a].(*check.Outcome); ok {
					maps.Copy(t.Checks, out.Took)
				}
			}
			text, err := json.Marshal(t)
			pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: string(text)})
			return nil, err
		},
	}
}

func (u *unit) withTests() bool {
	return slices.ContainsFunc(u.GoFiles, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

func flagged(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, check.DependenciesFlag+"=") })
}

// whole reports whether a dependency is to be analyzed as if it had been asked for.
func (u *unit) whole(args []string) bool {
	for _, arg := range args {
		if mode, ok := strings.CutPrefix(arg, check.DependenciesFlag+"="); ok && !strings.Contains(u.ID, " [") {
			return strings.TrimSuffix(mode, check.Again) == check.AllDependencies || u.ModulePath != "" && u.ModuleVersion == ""
		}
	}
	return false
}

// makeWhole writes the description of a unit of which facts alone are wanted as one of
// which everything is.
func (u *unit) makeWhole(name string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(u.data, &fields); err != nil {
		return err
	}
	fields["VetxOnly"] = json.RawMessage("false")
	data, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}
