package edit

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// skipped returns the first statement behind an edit that gives something back and that a
// return in the new text would skip, "" if there is none: a fix that leaves early changes what
// the function gives back. What the new text does itself is not skipped.
func (b *Builder) skipped(edits []analysis.TextEdit) string {
	for _, e := range edits {
		if returns(e.NewText) <= returns(b.text(e.Pos, e.End)) {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(b.file, e.Pos, e.Pos)
		s := &skip{b: b, at: e.Pos}
		for _, stmt := range behind(path, e.End) {
			if due := s.due(stmt); due != nil && !strings.Contains(string(e.NewText), OneLine(Source(b.pass, due))) {
				return OneLine(Source(b.pass, due))
			}
		}
	}
	return ""
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

// behind returns the statements that run behind the innermost one of path, up to the end of the
// function around it.
func behind(path []ast.Node, end token.Pos) []ast.Stmt {
	var list []ast.Stmt
	for _, n := range path {
		var stmts []ast.Stmt
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return list
		case *ast.BlockStmt:
			stmts = n.List
		case *ast.CaseClause:
			stmts = n.Body
		case *ast.CommClause:
			stmts = n.Body
		}
		for _, stmt := range stmts {
			if stmt.Pos() >= end {
				list = append(list, stmt)
			}
		}
	}
	return list
}

// A skip looks for what gives back something that was there before the edit.
type skip struct {
	b     *Builder
	at    token.Pos
	taken []string // what is acquired behind the edit, as the source names it
}

// due returns the part of a statement that gives something back, nil if none does. What is
// deferred, or runs in another goroutine, has not been asked for yet.
func (s *skip) due(stmt ast.Stmt) (due ast.Node) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			if due == nil && s.gives(n) {
				due = n
			}
		}
		return due == nil
	})
	return due
}

// gives reports whether a call gives something back that was made before the edit.
func (s *skip) gives(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		builtin := s.b.pass.TypesInfo.Types[fun].IsBuiltin()
		return builtin && (fun.Name == "close" || fun.Name == "delete") && s.before(call.Args[0]) ||
			isCancel(s.b.pass.TypesInfo.TypeOf(fun)) && s.before(fun)
	case *ast.SelectorExpr:
		of := Source(s.b.pass, fun.X)
		if catalog.Acquires[fun.Sel.Name] {
			s.taken = append(s.taken, of)
		}
		if !catalog.GivesBackMethod(fun.Sel.Name) || slices.Contains(s.taken, of) {
			return false
		}
		if pkg, ok := s.b.pass.TypesInfo.ObjectOf(rootIdent(fun.X)).(*types.PkgName); ok {
			return pkg.Imported().Path() == "os" && len(call.Args) > 0 && s.before(call.Args[0])
		}
		return s.before(fun.X)
	}
	return false
}

// before reports whether what an expression begins with was there before the edit.
func (s *skip) before(expr ast.Expr) bool {
	obj := s.b.pass.TypesInfo.ObjectOf(rootIdent(expr))
	return obj != nil && obj.Pos() < s.at
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
