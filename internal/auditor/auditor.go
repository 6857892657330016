// Package auditor is the analyzer behind an audit: of every main package that is
// a service it tells what the service does to start, to run and to stop. It
// finds nothing wrong; its one diagnostic carries a [service.Service] as JSON.
// It is part of the vet tool only when its flag is given.
package auditor

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
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
	s := Describe(res.Main(), res.MainMay(), signals.Of(pass).Handled())
	if s == nil {
		return nil, nil
	}
	s.Package, s.Name = pass.Pkg.Path(), name(pass.Pkg.Path())
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	pass.Report(analysis.Diagnostic{Pos: at, Category: service.Category, Message: string(text)})
	return nil, nil
}

// generic are directories that say nothing about what is in them.
var generic = []string{"cmd", "server", "main", "app", "service", "src", "bin"}

var major = regexp.MustCompile(`^v[0-9]+$`)

// name returns what people call a program: the last directory of its path that
// says something.
func name(pkg string) string {
	for p := pkg; p != "." && p != "/"; p = path.Dir(p) {
		if base := path.Base(p); !slices.Contains(generic, base) && !major.MatchString(base) {
			return base
		}
	}
	return path.Base(pkg)
}

// Describe returns what the steps of a main function make of it, or nil when it
// is no service: it neither serves, nor waits for a signal, nor keeps workers.
func Describe(main []steps.Step, may steps.Mask, handled bool) *service.Service {
	m := newModel(main)
	m.may, m.handled = may, handled
	m.run()
	if len(m.servers) == 0 && len(m.awaits) == 0 && may&steps.MayServe == 0 && !(len(m.signals) > 0 && len(m.workers) > 0) {
		return nil
	}
	s := &service.Service{Cells: make(map[string]service.Cell)}
	s.Startup, s.Shutdown = m.startup(), m.shutdown(s)
	for _, c := range service.Columns {
		s.Cells[c.ID] = m.cell(c.ID, s)
	}
	m.fill(s)
	return s
}
