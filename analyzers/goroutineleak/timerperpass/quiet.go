package timerperpass

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// quiet reports whether the work of a timer may be meant for a time in which nothing else comes: its
// names say so, it only logs or closes, or it takes what the other cases have left for it.
func (l *loop) quiet(t *timer) bool {
	return l.namesQuiet(t) || !l.lasting(t.clause) || l.awaitsMore(t)
}

// namesQuiet reports whether the interval, the timer's case or the function speak of silence.
func (l *loop) namesQuiet(t *timer) bool {
	text := l.p.Source(t.made) + l.p.Source(t.clause)
	if decl, ok := astindex.DeclAround(l.cur).(*ast.FuncDecl); ok {
		text += decl.Name.Name + decl.Doc.Text()
	}
	return says(text, catalog.Quiet)
}

// says reports whether a text contains one of some words, which are in lower case.
func says(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// lasting reports whether a case does more than to log and to close.
func (l *loop) lasting(clause *ast.CommClause) bool {
	found := false
	for _, stmt := range clause.Body {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SendStmt:
				found = true
			case *ast.CallExpr:
				found = found || l.does(n)
			}
			return !found
		})
	}
	return found
}

// does reports whether a call does more than to log, to close, to convert, or to work in memory.
func (l *loop) does(call *ast.CallExpr) bool {
	fn := callmatch.Object(l.p.TypesInfo, call.Fun)
	switch fn := fn.(type) {
	case *types.Func:
		return !catalog.LogsByName(fn.Name()) && !strings.EqualFold(fn.Name(), "close") && !catalog.InProcess(fn.Pkg().Path())
	case *types.Var:
		return true
	}
	return fn == nil && !l.p.TypesInfo.Types[call.Fun].IsType()
}

// awaitsMore reports whether the timer's case takes what other cases have set, without a limit to how
// long these may do so: the latest value, a mark, or a list that only the timer empties.
func (l *loop) awaitsMore(t *timer) bool {
	if says(l.p.Source(t.made.Args[0]), catalog.Periodic) {
		return false
	}
	for _, c := range l.sel.Body.List {
		clause := c.(*ast.CommClause)
		if clause == t.clause || l.callsAlike(clause.Body, t) {
			continue
		}
		if !l.leaves(clause.Body) && slices.ContainsFunc(clause.Body, func(s ast.Stmt) bool { return l.setsFor(s, t.clause) }) {
			return true
		}
	}
	return false
}

// callsAlike reports whether statements call a function that the timer's case calls: they do its work,
// as where there is enough of it.
func (l *loop) callsAlike(list []ast.Stmt, t *timer) bool {
	in := l.callees(t.clause.Body)
	return slices.ContainsFunc(l.callees(list), func(callee types.Object) bool { return callee != nil && slices.Contains(in, callee) })
}

// doneAnyway reports whether another case does the work of the timer's each time.
func (l *loop) doneAnyway(other *ast.CommClause, t *timer) bool {
	return slices.ContainsFunc(other.Body, func(stmt ast.Stmt) bool {
		switch s := stmt.(type) {
		case *ast.IfStmt:
			return s.Init != nil && l.callsAlike([]ast.Stmt{s.Init}, t)
		case *ast.ExprStmt, *ast.AssignStmt:
			return l.callsAlike([]ast.Stmt{s}, t)
		}
		return false
	})
}

// callees returns the functions and function values that a case calls, built-in ones apart.
func (l *loop) callees(list []ast.Stmt) (found []types.Object) {
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && l.does(call) {
				found = append(found, callmatch.Object(l.p.TypesInfo, call.Fun))
			}
			return true
		})
	}
	return found
}

// setsFor reports whether a statement assigns a variable or field that a case reads.
func (l *loop) setsFor(stmt ast.Stmt, clause *ast.CommClause) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN { // what is added up is reported, whenever
			return !found
		}
		for _, lhs := range assign.Lhs {
			v, ok := callmatch.Object(l.p.TypesInfo, container(lhs)).(*types.Var)
			found = found || ok && syntax.UsesIn(l.p.TypesInfo, clause, v)
		}
		return !found
	})
	return found
}

// container returns the map or slice of an element, else the expression itself.
func container(expr ast.Expr) ast.Expr {
	if index, ok := ast.Unparen(expr).(*ast.IndexExpr); ok {
		return index.X
	}
	return expr
}
