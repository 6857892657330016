package edit

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// skipped returns the first statement after an edit that releases something and that a
// return in the new text would skip, "" if there is none: a fix that returns early changes
// what the function releases. What the new text does itself is not skipped. It is lost if
// nothing else can close it: the function has opened it.
func (b *Builder) skipped(edits []analysis.TextEdit) (text string, lost bool) {
	for _, e := range edits {
		if returns(e.NewText) <= returns(b.text(e.Pos, e.End)) || b.replacesExit(e) {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(b.file, e.Pos, e.Pos)
		s := &skip{b: b, at: e.Pos, path: path, body: b.file}
		if i := slices.IndexFunc(path, isFunc); i >= 0 {
			s.body = path[i]
		}
		for _, stmt := range behind(path, e.End) {
			due := s.due(stmt)
			if due == nil || b.ofFailed(due) || strings.Contains(string(e.NewText), OneLine(Source(b.pass, due))) {
				continue
			}
			lost = lost || s.closes(due)
			text = cmp.Or(text, OneLine(Source(b.pass, due)))
		}
	}
	return text, lost
}

// ofFailed reports whether a statement releases what a call has not made, whose error the new text returns.
func (b *Builder) ofFailed(due ast.Node) (found bool) {
	ast.Inspect(due, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && slices.Contains(b.failed, b.pass.TypesInfo.Uses[id])
		return !found
	})
	return found
}

// replacesExit reports whether an edit of a program replaces a call that ends the process: nothing
// after it was run before, either. In a library the process keeps running, and what is not released
// stays in use.
func (b *Builder) replacesExit(e analysis.TextEdit) bool {
	if b.file.Name.Name != "main" {
		return false
	}
	found := false
	ast.Inspect(b.file, func(n ast.Node) bool {
		if stmt, ok := n.(*ast.ExprStmt); ok && e.Pos <= stmt.Pos() && stmt.End() <= e.End {
			found = found || b.exits(stmt)
		}
		return n != nil && n.Pos() < e.End && e.Pos < n.End()
	})
	return found
}

func isFunc(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncLit, *ast.FuncDecl:
		return true
	}
	return false
}

// returns counts the return statements of a text that belong to the function around it.
func returns(text []byte) int {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, func(token.Position, string) {}, 0)
	count, depth := 0, 0
	var literals []int // the depths at which the bodies of literals begin
	literal := false
	for {
		switch _, tok, _ := s.Scan(); tok {
		case token.EOF:
			return count
		case token.FUNC:
			literal = true
		case token.LBRACE:
			if depth++; literal {
				literals, literal = append(literals, depth), false
			}
		case token.RBRACE:
			if len(literals) > 0 && literals[len(literals)-1] == depth {
				literals = literals[:len(literals)-1]
			}
			depth--
		case token.RETURN:
			if len(literals) == 0 {
				count++
			}
		}
	}
}

// A follower is a statement that runs after an edit.
type follower struct {
	ast.Stmt
	loop ast.Node // the outermost one around both, which runs it each time; nil if there is none
}

// behind returns the statements that run after the innermost one of path, up to the end of
// the function around it.
func behind(path []ast.Node, end token.Pos) []follower {
	var list []follower
	for _, n := range path {
		var stmts []ast.Stmt
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return list
		case *ast.ForStmt, *ast.RangeStmt:
			for i := range list {
				list[i].loop = n
			}
		case *ast.BlockStmt:
			stmts = n.List
		case *ast.CaseClause:
			stmts = n.Body
		case *ast.CommClause:
			stmts = n.Body
		}
		for _, stmt := range stmts {
			if stmt.Pos() >= end {
				list = append(list, follower{Stmt: stmt})
			}
		}
	}
	return list
}

// A skip looks for what releases something that was acquired before the edit.
type skip struct {
	b     *Builder
	at    token.Pos
	path  []ast.Node // around the edit, from the inside
	body  ast.Node   // of the function around the edit
	taken []string   // what is acquired after the edit, as the source names it
}

// due returns the part of a statement that gives something back, nil if none does: a call, also
// one that is deferred there or that another goroutine makes, a counter, or a channel's turn.
func (s *skip) due(stmt follower) (due ast.Node) {
	ast.Inspect(stmt.Stmt, func(n ast.Node) bool {
		gives := false
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			gives = s.gives(n)
			if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok && due == nil {
				due = s.due(follower{lit.Body, stmt.loop})
			}
		case *ast.IncDecStmt:
			gives = n.Tok == token.DEC && s.turns(stmt, n.X, "++")
		case *ast.SendStmt:
			gives = s.turns(stmt, n.Chan, "")
		case *ast.ExprStmt:
			from, ok := ast.Unparen(n.X).(*ast.UnaryExpr)
			gives = ok && from.Op == token.ARROW && named(from.X) && s.turns(stmt, from.X, "<-")
		}
		if gives && due == nil {
			due = n
		}
		return due == nil
	})
	return due
}

// closes reports whether n closes, by a method or a function, what a variable of the function has,
// or removes the file that it names.
func (s *skip) closes(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return slices.ContainsFunc(call.Args, s.opened)
	}
	if fn := callmatch.Callee(s.b.pass.TypesInfo, call); catalog.Removes[callmatch.Name(fn)] {
		return s.own(call.Args[0])
	}
	return catalog.ClosesByName(sel.Sel.Name) && s.opened(sel.X)
}

// own reports whether an expression is a variable of the function.
func (s *skip) own(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok || bodyOf(s.body) == nil {
		return false
	}
	obj, ok := s.b.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && bodyOf(s.body).Pos() < obj.Pos() && !s.failed(obj)
}

// opened reports whether an expression is what a variable of the function has, and has a Close.
func (s *skip) opened(expr ast.Expr) bool {
	t := s.b.pass.TypesInfo.TypeOf(expr)
	obj, ok := s.b.pass.TypesInfo.ObjectOf(rootIdent(expr)).(*types.Var)
	if !ok || t == nil {
		return false
	}
	method, _, _ := types.LookupFieldOrMethod(t, true, s.b.pass.Pkg, "Close")
	_, closer := method.(*types.Func)
	return closer && bodyOf(s.body) != nil && bodyOf(s.body).Pos() < obj.Pos() && !s.failed(obj)
}

// failed reports whether the edit is where opening has failed: in the test after the
// statement that declares the variable.
//
//	g, err := os.Open(name)
//	if err != nil {
func (s *skip) failed(obj types.Object) bool {
	for i, n := range s.path[:len(s.path)-1] {
		stmt, ok := n.(*ast.IfStmt)
		if !ok {
			continue
		}
		list := astindex.Stmts(s.path[i+1])
		at := slices.Index(list, ast.Stmt(stmt))
		if at > 0 && list[at-1].Pos() <= obj.Pos() && obj.Pos() < list[at-1].End() {
			return true
		}
	}
	return false
}

func bodyOf(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.FuncLit:
		return n.Body
	case *ast.FuncDecl:
		return n.Body
	}
	return nil
}

// turns reports whether a statement of a counter or a channel is the second half of
// something that began before the edit. For a variable that is counted, and for what each
// iteration of a loop does to something outside of it, the first half, recognized by its
// operator, has to be before the edit.
func (s *skip) turns(stmt follower, of ast.Expr, operator string) bool {
	if !s.before(of) {
		return false
	}
	each := stmt.loop != nil && s.b.pass.TypesInfo.ObjectOf(rootIdent(of)).Pos() < stmt.loop.Pos()
	if _, plain := ast.Unparen(of).(*ast.Ident); !each && !(plain && operator == "++") {
		return true
	}
	found := false
	ast.Inspect(s.body, func(n ast.Node) bool {
		if n == nil || found || n.Pos() >= s.at {
			return false
		}
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = operator == "++" && n.Tok == token.INC && s.same(n.X, of)
		case *ast.SendStmt:
			found = operator == "<-" && s.same(n.Chan, of)
		case *ast.UnaryExpr:
			found = operator == "" && n.Op == token.ARROW && s.same(n.X, of)
		}
		return !found
	})
	return found
}

func (s *skip) same(x, y ast.Expr) bool { return Source(s.b.pass, x) == Source(s.b.pass, y) }

// named reports whether an expression is a variable, or a field of one; a ticker's channel
// is no field that code sends to.
func named(expr ast.Expr) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return e.Sel.Name != "C" && named(e.X)
	}
	return false
}

// gives reports whether a call gives something back that was made before the edit.
func (s *skip) gives(call *ast.CallExpr) bool {
	info := s.b.pass.TypesInfo
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if info.Types[fun].IsBuiltin() {
			return (fun.Name == "close" || fun.Name == "delete") && s.before(call.Args[0])
		}
		return isCancel(info.TypeOf(fun)) && s.before(fun) || s.givesByName(fun, call)
	case *ast.SelectorExpr:
		of := Source(s.b.pass, fun.X)
		if catalog.Acquires[fun.Sel.Name] {
			if fun.Sel.Name == "Add" && len(call.Args) == 1 && s.negative(call.Args[0]) {
				return s.before(fun.X)
			}
			s.taken = append(s.taken, of)
		}
		pkg, qualified := info.ObjectOf(rootIdent(fun.X)).(*types.PkgName)
		if qualified && pkg.Imported().Path() == "sync/atomic" && strings.HasPrefix(fun.Sel.Name, "Add") {
			return len(call.Args) == 2 && s.negative(call.Args[1])
		}
		if !catalog.GivesBackMethod(fun.Sel.Name) || slices.Contains(s.taken, of) {
			return false
		}
		if qualified {
			return pkg.Imported().Path() == "os" && len(call.Args) > 0 && s.before(call.Args[0])
		}
		return s.before(fun.X)
	}
	return false
}

// givesByName reports whether a function, or a variable, whose name says so releases one of
// its arguments.
func (s *skip) givesByName(fun *ast.Ident, call *ast.CallExpr) bool {
	if !catalog.GivesBackFunc(fun.Name) {
		return false
	}
	if _, variable := s.b.pass.TypesInfo.ObjectOf(fun).(*types.Var); variable {
		return s.before(fun)
	}
	return slices.ContainsFunc(call.Args, s.before)
}

// negative reports whether an expression is a constant below zero.
func (s *skip) negative(expr ast.Expr) bool {
	value := s.b.pass.TypesInfo.Types[expr].Value
	return value != nil && value.Kind() == constant.Int && constant.Sign(value) < 0
}

// before reports whether what an expression begins with was there before the edit, as the
// package's variables were.
func (s *skip) before(expr ast.Expr) bool {
	obj := s.b.pass.TypesInfo.ObjectOf(rootIdent(expr))
	return obj != nil && (obj.Pos() < s.at || obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope())
}

// rootIdent returns the name that an expression begins with, nil if it begins otherwise.
func rootIdent(expr ast.Expr) *ast.Ident {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.StarExpr:
			expr = e.X
		case *ast.CallExpr:
			expr = e.Fun
		case *ast.UnaryExpr:
			expr = e.X
		default:
			return &ast.Ident{}
		}
	}
}

// isCancel reports whether t is the type of what ends a context.
func isCancel(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context" && strings.HasPrefix(named.Obj().Name(), "Cancel")
}
