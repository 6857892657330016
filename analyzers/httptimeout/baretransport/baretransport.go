// Package baretransport is the check httptimeout/bare-transport: HTTP transport lacks the limits of the
// default one.
package baretransport

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed baretransport.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "bare-transport",
	Title:      "HTTP transport lacks the limits of the default one",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"net/http"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	tr := &http.Transport{TLSClientConfig: config}
//
// of low confidence, since the kernel ends a dial. Silent is a transport that says how it dials, by
// which proxy, or how long it keeps connections, here or later: its author has thought of them.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		if callmatch.TypeName(p.TypesInfo.TypeOf(lit)) != string(httplimits.Transport) || len(lit.Elts) == 0 || p.Quiet(lit.Pos()) {
			continue
		}
		if at := chosen(p, cur, lit); at != nil {
			p.Safe(lit, "the transport", verdict.Handled, at.Pos())
			continue
		}
		p.Report(check.Finding{
			At:      lit,
			Message: fmt.Sprintf("%s has no limit for dials and for idle connections: the zero values are not those of http.DefaultTransport", p.Source(lit.Type)),
			Doubts:  []check.Doubt{check.Doubting(verdict.KernelLimit, lit.Pos())},
			Fix:     fix(p, lit),
		})
	}
}

// chosen returns where the code says how a transport connects, in its literal or through the variable
// or field that gets it, nil if it does nowhere.
func chosen(p *check.Pass, cur inspector.Cursor, lit *ast.CompositeLit) ast.Node {
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return elt
		}
		if key, ok := kv.Key.(*ast.Ident); !ok || catalog.ConnectsBy[key.Name] {
			return kv
		}
	}
	target := localvar.Target(valueflow.WithAmpersand(cur))
	if target == nil {
		return nil
	}
	v := valueflow.Variable(p.TypesInfo, target)
	if v == nil {
		return nil
	}
	return setLater(p, cur, v)
}

// setLater returns where a field of the transport in v is set, or where the transport is passed to a
// function that may do so.
func setLater(p *check.Pass, cur inspector.Cursor, v *types.Var) ast.Node {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(cur.Inspector(), id)
		if !ok {
			continue
		}
		switch parent := use.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if catalog.ConnectsBy[parent.Sel.Name] {
				return parent
			}
		case *ast.CallExpr:
			if callmatch.IsType(p.TypesInfo.TypeOf(id), string(httplimits.Transport)) {
				return parent
			}
		}
	}
	return nil
}
