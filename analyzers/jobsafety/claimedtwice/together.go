package claimedtwice

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

var (
	list   = lazyregexp.New(`(?is)^\s*(?:with\b.*?\)\s*)?select\s`)
	counts = lazyregexp.New(`(?is)^\s*select\s+(?:count|exists|sum|max|min|avg|1)\b`)
)

// lists reports whether a statement selects rows, and does not count them.
func lists(text string) bool {
	return text == "" || list().MatchString(text) && !counts().MatchString(text)
}

// locks reports whether a statement locks what it selects.
func locks(text string) bool {
	return catalog.LocksRows(text) || strings.Contains(strings.ToLower(text), "updlock")
}

// asksNull reports whether a statement asks for rows in which a column is not set.
func asksNull(text, col string) bool {
	return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(col) + `["` + "`" + `]?\s+is\s+null`).MatchString(text)
}

// A graph knows which functions of the package run two calls.
type graph struct{ p *check.Pass }

// together reports whether one function makes both calls, the query first, or calls the functions that
// make them.
func (g *graph) together(q, u ast.Node) bool {
	a, b := g.around(q), g.around(u)
	switch {
	case a == nil || b == nil:
		return false
	case a == b:
		return q.Pos() < u.Pos()
	}
	return len(g.common(a, b)) > 0
}

// common returns the functions that run both of two functions, themselves or by a call.
func (g *graph) common(a, b *ast.FuncDecl) []*ast.FuncDecl {
	if a == b {
		return []*ast.FuncDecl{a}
	}
	callers := append(g.callers(a), a)
	var both []*ast.FuncDecl
	for _, fn := range append(g.callers(b), b) {
		if slices.Contains(callers, fn) && !slices.Contains(both, fn) {
			both = append(both, fn)
		}
	}
	return both
}

func (g *graph) callers(decl *ast.FuncDecl) (list []*ast.FuncDecl) {
	fn, _ := g.p.TypesInfo.Defs[decl.Name].(*types.Func)
	for _, call := range astindex.Of(g.p.Pass).Calls[fn] {
		if caller := g.around(call.In); caller != nil {
			list = append(list, caller)
		}
	}
	return list
}

func (g *graph) around(n ast.Node) *ast.FuncDecl {
	cur, ok := g.p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(n.Pos(), n.End())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return c.Node().(*ast.FuncDecl)
	}
	return nil
}

// exclusive returns what lets one replica at a time run two calls: a lock of the database or of a
// service, or an election. A mutex is of one process.
func (g *graph) exclusive(q, u ast.Node) (found ast.Node) {
	a, b := g.around(q), g.around(u)
	for _, fn := range append(g.common(a, b), a, b) {
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if found == nil && g.excludes(n) {
				found = n
			}
			return found == nil
		})
	}
	return found
}

func (g *graph) excludes(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BasicLit:
		return catalog.LocksTogether(n.Value)
	case *ast.Ident:
		return n.Name == "LevelSerializable" || n.Name == "Serializable"
	case *ast.CallExpr:
		fn := callmatch.Callee(g.p.TypesInfo, n)
		return fn != nil && (fn.Pkg() == nil || fn.Pkg().Path() != "sync") && slices.ContainsFunc(catalog.Words(fn.Name()), catalog.Elects)
	}
	return false
}
