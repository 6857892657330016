// Package auditor is the analyzer for an audit: for every main package that is a service it
// writes what the service does to start, to run and to stop, and for the others why they
// are none. It finds nothing wrong; its one diagnostic carries a [service.Service] or a
// [service.Other] as JSON. It is part of the vet tool only if its flag is set.
package auditor

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// Name is that of the analyzer, and of the flag which asks for it.
const Name = "audit"

// Analyzer reports one diagnostic for each service.
var Analyzer = &analysis.Analyzer{
	Name:     Name,
	Doc:      "describe how each service starts, runs and stops, for lifecyclelint audit",
	Requires: []*analysis.Analyzer{signals.Analyzer, steps.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (result any, err error) {
	if pass.Pkg.Name() != "main" || len(pass.Files) == 0 {
		return nil, nil
	}
	at := pass.Files[0].Package
	defer func() {
		if r := recover(); r != nil {
			pass.Report(analysis.Diagnostic{Pos: at, Category: "internal/panic", Message: fmt.Sprintf("the audit of %s failed: %v", pass.Pkg.Path(), r)})
		}
	}()
	res := steps.Of(pass)
	s, why := Describe(Program{res.Main(), res.MainMay(), res.MainCloses(), res.ImportMay(), signals.Of(pass).Handled()})
	if s == nil {
		return nil, report(pass, service.OtherCategory, service.Other{Package: pass.Pkg.Path(), Name: name(pass.Pkg.Path()), Why: why})
	}
	s.Package, s.Name = pass.Pkg.Path(), name(pass.Pkg.Path())
	return nil, report(pass, service.Category, s)
}

func report(pass *analysis.Pass, category string, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: category, Message: string(text)})
	}
	return err
}

// generic are directories that say nothing about what is in them.
var generic = []string{"cmd", "server", "main", "app", "service", "src", "bin"}

var major = lazyregexp.New(`^v[0-9]+$`)

// name returns the usual name of a program: the last significant directory of its path.
func name(pkg string) string {
	for p := pkg; p != "." && p != "/"; p = path.Dir(p) {
		if base := path.Base(p); !slices.Contains(generic, base) && !major().MatchString(base) {
			return base
		}
	}
	return path.Base(pkg)
}

// A Program is what is known of a main package.
type Program struct {
	Steps   []steps.Step
	May     steps.Mask // what main may do
	Closes  []string   // types of stores and clients that main may close
	Import  steps.Mask // what may be done by that which its imports put into maps and lists
	Handled bool       // something in reach may ask for signals
}

// Describe returns what a program does if it is a service, or else why it is
// none: it neither serves, nor waits for a signal, nor keeps workers.
func Describe(p Program) (*service.Service, string) {
	m := newModel(p.Steps)
	m.may, m.closes, m.handled = p.May, p.Closes, p.Handled
	m.run()
	if len(m.servers) == 0 && m.own == 0 && m.may&steps.MayServe == 0 && !(len(m.signals) > 0 && slices.ContainsFunc(m.workers, m.endedBySignal)) {
		switch {
		case !m.handled && p.Import&steps.MayServe != 0:
			return nil, "imports what serves, but starts nothing that does, and asks for no signal"
		case !m.handled:
			return nil, "neither serves nor asks for a signal"
		case p.Import&steps.MayServe == 0:
			return nil, "asks for signals, but neither serves nor waits for one"
		}
		// What it serves with has been put somewhere when it was imported.
		m.may |= p.Import
	}
	s := &service.Service{Cells: make(map[string]service.Cell)}
	s.Startup, s.Shutdown = m.startup(), m.shutdown(s)
	for _, c := range service.Columns {
		s.Cells[c.ID] = m.cell(c.ID, s)
	}
	m.fill(s)
	return s, ""
}
