package clientnotimeout

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportEndlessDial handles connections of [catalog.EndlessDials], on which an answer is waited
// for without a limit:
//
//	redis.Dial("tcp", addr)
//
// It reports whether call makes one.
func reportEndlessDial(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	dial, ok := catalog.EndlessDials[callmatch.Name(fn)]
	if !ok {
		return false
	}
	if at := limitedDial(p, call, dial); at.IsValid() {
		p.Safe(call, p.Name(call.Fun), verdict.Limited, at)
		return true
	}
	p.Report(check.Finding{
		At:      call.Fun,
		Message: fmt.Sprintf("%s: %s has no limit for reading", dial.Hangs, p.Name(call.Fun)),
		Doubts:  dialDoubts(p, cur, call, dial),
		Fix:     fixEndlessDial(p, call, dial),
	})
	return true
}

// limitedDial returns what limits how long an answer is waited for: an option of the call, or
// a call elsewhere in the package.
func limitedDial(p *check.Pass, call *ast.CallExpr, dial catalog.EndlessDial) token.Pos {
	for _, arg := range call.Args[min(dial.Options, len(call.Args)):] {
		if option, ok := ast.Unparen(arg).(*ast.CallExpr); ok && dial.Option != "" && callmatch.CalleeName(p.TypesInfo, option) == dial.Option {
			return option.Pos()
		}
	}
	first := token.NoPos
	for fn, calls := range astindex.Of(p.Pass).Calls {
		if slices.Contains(dial.Limits, callmatch.Name(fn)) && (!first.IsValid() || calls[0].Expr.Pos() < first) {
			first = calls[0].Expr.Pos()
		}
	}
	return first
}

// dialDoubts are about options that are not seen, and connections on which it is the point to
// wait for a message.
func dialDoubts(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, dial catalog.EndlessDial) []check.Doubt {
	var doubts []check.Doubt
	if isTool(p) || p.ByHand() {
		doubts = append(doubts, check.Doubting(verdict.ByHand, call.Pos()))
	}
	if dial.Setter != "" && returned(p, cur) {
		doubts = append(doubts, check.Doubting(verdict.CallersLimit, call.Pos()))
	}
	for _, arg := range call.Args[min(dial.Options, len(call.Args)):] {
		if _, ok := ast.Unparen(arg).(*ast.CallExpr); !ok {
			doubts = append(doubts, check.Doubting(verdict.UnknownLimit, arg.Pos()))
			break
		}
	}
	if dial.Waits == nil {
		return doubts
	}
	for lit := range cur.Inspector().Root().Preorder((*ast.BasicLit)(nil)) {
		tv := p.TypesInfo.Types[lit.Node().(*ast.BasicLit)]
		if tv.Value != nil && tv.Value.Kind() == constant.String && dial.Waits[strings.ToUpper(constant.StringVal(tv.Value))] {
			return append(doubts, check.Doubting(verdict.LongLived, lit.Node().Pos()))
		}
	}
	first := token.NoPos
	for fn, calls := range astindex.Of(p.Pass).Calls {
		if at := calls[0].Expr.Pos(); dial.Waits[callmatch.Name(fn)] && (first == token.NoPos || at < first) {
			first = at
		}
	}
	if first != token.NoPos {
		doubts = append(doubts, check.Doubting(verdict.LongLived, first))
	}
	return doubts
}

// returned reports whether an exported function returns what is made at cur: its callers may set
// the limit.
func returned(p *check.Pass, cur inspector.Cursor) bool {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := fn.Node().(*ast.FuncDecl)
		made := callmatch.TypeName(p.TypesInfo.TypeOf(cur.Node().(ast.Expr)))
		results := p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Results()
		return decl.Name.IsExported() && slices.ContainsFunc(slices.Collect(results.Variables()), func(v *types.Var) bool {
			return callmatch.TypeName(v.Type()) == made
		})
	}
	return false
}

// fixEndlessDial adds the option that sets a limit.
func fixEndlessDial(p *check.Pass, call *ast.CallExpr, dial catalog.EndlessDial) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || dial.Option+dial.Setter == "" || call.Ellipsis.IsValid() {
		return nil
	}
	e := p.Edit(call.Pos())
	t := e.Import(call.Pos(), "time", "time")
	if dial.Setter != "" {
		e.Insert(call.End(), "."+dial.Setter+"(10 * "+t+".Second)")
		return e.Fix("Limit its requests to 10s with "+dial.Setter, "a request that takes longer than 10s fails")
	}
	name := dial.Option[strings.LastIndexByte(dial.Option, '.'):]
	e.Insert(call.Args[len(call.Args)-1].End(), ", "+p.Source(sel.X)+name+"(10*"+t+".Second)")
	return e.Fix("Wait at most 10s for an answer", "a command that is not answered within 10s fails")
}
