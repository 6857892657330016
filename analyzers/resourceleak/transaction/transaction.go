// Package transaction is the check resourceleak/transaction: return leaves a transaction open.
package transaction

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed transaction.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "transaction",
	Title:      "return leaves a transaction open",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	tx, err := db.Begin()
//	…
//	if _, err := tx.Exec(…); err != nil {
//		return err // tx is neither committed nor rolled back
//	}
//	return tx.Commit()
//
// and the same of a session or provider that begins one on itself. Safe when each path ends
// it, by a deferred call or by a function that gets it, or passes it to other code. A call
// of another package that gets the transaction is taken to leave it open, which is a doubt,
// and so is a context whose end rolls it back.
func run(p *check.Pass) {
	sites := site.Find(p, func(fn *types.Func, call *ast.CallExpr) bool { return begins(fn) || onItself(fn) })
	if len(sites) == 0 {
		return
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	for _, s := range sites {
		name, value := opened(p, s)
		if value == nil || name == "" || name == "_" {
			continue
		}
		judge(p, s, name, value, model)
	}
}

// begins reports whether a function returns a transaction that it has begun, by its name and
// by the methods of its result.
func begins(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() > 0 && catalog.BeginsByName(fn.Name()) && isTransaction(results.At(0).Type())
}

// onItself reports whether a method begins a transaction of its receiver:
//
//	session := engine.NewSession()
//	err := session.Begin()
func onItself(fn *types.Func) bool {
	recv, results := fn.Signature().Recv(), fn.Signature().Results()
	if recv == nil || !catalog.BeginsItself[fn.Name()] || results.Len() > 1 || results.Len() == 1 && !callmatch.IsError(results.At(0).Type()) {
		return false
	}
	return isTransaction(recv.Type())
}

// isTransaction reports whether values of a type can be committed, and rolled back.
func isTransaction(t types.Type) bool {
	return hasMethod(t, "Commit") && slices.ContainsFunc([]string{"Rollback", "Discard", "Abort"}, func(name string) bool { return hasMethod(t, name) })
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// opened returns what a call begins, and its name.
func opened(p *check.Pass, s *site.Site) (string, ssa.Value) {
	if begins(s.Func) {
		return s.Name(p, 0), resource.Result(s.SSA, 0)
	}
	sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
	if !ok {
		return "", nil
	}
	recv := s.SSA.Call.Value
	if !s.SSA.Call.IsInvoke() {
		recv = s.SSA.Call.Args[0]
	}
	switch v := recv.(type) {
	case *ssa.Call, *ssa.Extract, *ssa.Parameter:
		return p.Source(sel.X), v
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return p.Source(sel.X), cell
		}
	}
	return "", nil // in a field: other functions may end it
}

func ends(name string) bool {
	return catalog.EndsByName(name) || slices.ContainsFunc(catalog.Words(name), func(w string) bool { return catalog.TxEnds[w] })
}

func judge(p *check.Pass, s *site.Site, name string, value ssa.Value, model *resource.Package) {
	o := &resource.Opening{At: s.SSA, Value: value, Err: resource.Error(s.SSA), Ends: ends, CalleesBorrow: true}
	fate := model.Follow(o)
	if len(fate.Leaks) == 0 {
		reportCommitted(p, s, name, value, model)
		switch {
		case len(fate.Closed) > 0:
			p.Safe(s.Call, name, verdict.Handled, fate.Closed[0].Pos())
		case len(fate.Gone) > 0:
			p.Safe(s.Call, name, verdict.HandedOver, fate.Gone[0].Instr.Pos())
		}
		return
	}
	exits := s.Exits(p, fate)
	first := exits[0]
	f := check.Finding{At: first.At, Message: text(p, s, name, first), Fix: fix(p, s, name, value, exits)}
	f.Trace = append(f.Trace, check.Hop{Pos: s.Call.Pos(), Message: "begun here"})
	for _, other := range exits[1:] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.At.Pos(), Message: "also open here"})
	}
	f.Trace = f.Trace[:min(len(f.Trace), 5)]
	f.Doubts = doubts(p, s, fate)
	p.Report(f)
}

func text(p *check.Pass, s *site.Site, name string, exit site.Exit) string {
	if exit.Loop {
		return fmt.Sprintf("the transaction %s is begun again while that of the last pass is open, with its connection and its locks", name)
	}
	return fmt.Sprintf("the transaction %s, begun at %s, stays open on this return, with its connection and its locks",
		name, p.Where(s.Call.Pos(), exit.At.Pos()))
}

func doubts(p *check.Pass, s *site.Site, fate *resource.Fate) []check.Doubt {
	var list []check.Doubt
	unknown := func(call ssa.CallInstruction) bool {
		fn := ssaflow.Object(call.Common())
		return fn == nil || !callmatch.Std(fn) // context.WithValue ends no transaction
	}
	if i := slices.IndexFunc(fate.Borrowers, unknown); i >= 0 {
		list = append(list, check.Doubting(verdict.UnknownCallee, fate.Borrowers[i].Pos()))
	}
	if at, ok := catalog.TxContexts[callmatch.Name(s.Func)]; ok && at < len(s.Call.Args) && !isRoot(p.TypesInfo, s.Call.Args[at]) {
		list = append(list, check.Doubting(verdict.HandedIn, s.Call.Args[at].Pos()))
	}
	return list
}

// isRoot reports whether expr is a context that nothing ends.
func isRoot(info *types.Info, expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	return ok && strings.HasPrefix(callmatch.CalleeName(info, call), "context.") && len(call.Args) == 0
}
