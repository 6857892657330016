package analyzers_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
)

// renamed gives local variables, parameters and receivers other names.
func (s *shaper) renamed(n ast.Node) {
	id, ok := n.(*ast.Ident)
	if !ok || id.Name == "_" {
		return
	}
	obj := s.p.Info.ObjectOf(id)
	if obj == nil { // of a type switch, which declares one variable a case
		if _, symbolic := s.p.Info.Defs[id]; !symbolic || id == s.file.Name {
			return
		}
	} else if v, ok := obj.(*types.Var); !ok || v.IsField() || v.Pkg() != s.p.Types || v.Parent() == s.p.Types.Scope() {
		return
	}
	s.edit(id.End(), id.End(), "Renamed")
}

// aliased makes p.f() q := p; q.f(), for pointers and interfaces.
func (s *shaper) aliased(n ast.Node) {
	s.before(n, func(call *ast.CallExpr, sel *ast.SelectorExpr) (string, ast.Expr) {
		switch s.p.Info.TypeOf(sel.X).Underlying().(type) {
		case *types.Pointer, *types.Interface:
			return s.text(sel.X), sel.X
		}
		return "", nil
	})
}

// asValue makes p.f() g := p.f; g().
func (s *shaper) asValue(n ast.Node) {
	s.before(n, func(call *ast.CallExpr, sel *ast.SelectorExpr) (string, ast.Expr) { return s.text(sel), sel })
}

// before puts in front of statements that call a method the declaration of a variable, and has
// the statement use that in place of what it stands for.
func (s *shaper) before(n ast.Node, choose func(*ast.CallExpr, *ast.SelectorExpr) (string, ast.Expr)) {
	for _, stmt := range stmtsOf(n) {
		call := s.calls(stmt)
		if call == nil {
			continue
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || s.p.Info.Selections[sel] == nil || s.p.Info.Selections[sel].Kind() != types.MethodVal {
			continue
		}
		if _, ok := sel.X.(*ast.Ident); !ok {
			continue
		}
		value, stands := choose(call, sel)
		if stands == nil {
			continue
		}
		name := fmt.Sprint("alias", s.p.Fset.Position(stmt.Pos()).Offset)
		s.edit(stmt.Pos(), stmt.Pos(), name+" := "+value+"; ")
		s.edit(stands.Pos(), stands.End(), name)
	}
}

// inHelper makes p.f() func() { p.f() }().
func (s *shaper) inHelper(n ast.Node) {
	for _, stmt := range stmtsOf(n) {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := expr.X.(*ast.CallExpr)
		if !ok || s.recovers(call.Fun) || isLiteral(call.Fun) || s.leaves(call) {
			continue
		}
		s.edit(stmt.Pos(), stmt.Pos(), "func() { ")
		s.edit(stmt.End(), stmt.End(), " }()")
	}
}

// leaves reports whether a call does not return, as the compiler knows, or the suite: the
// function around it may need that.
func (s *shaper) leaves(call *ast.CallExpr) bool {
	id := calledIdent(call.Fun)
	return id != nil && (id.Name == "panic" || id.Name == "Exit" || id.Name == "Goexit" || strings.HasPrefix(id.Name, "Fatal") || strings.HasPrefix(id.Name, "Panic"))
}

func isLiteral(fun ast.Expr) bool {
	_, ok := ast.Unparen(fun).(*ast.FuncLit)
	return ok
}

// calls returns what a statement calls, starts or defers.
func (s *shaper) calls(stmt ast.Stmt) *ast.CallExpr {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		call, _ := stmt.X.(*ast.CallExpr)
		return call
	case *ast.GoStmt:
		return stmt.Call
	case *ast.DeferStmt:
		return stmt.Call
	}
	return nil
}

func stmtsOf(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// asMethod makes go func() { f(v) }() go (&goroutine{&v}).run(), and the literal a method
// of a type that has the variables of the function around it.
func (s *shaper) asMethod(n ast.Node) {
	start, ok := n.(*ast.GoStmt)
	if !ok || slices.ContainsFunc(s.edits, func(e shapeEdit) bool { return e.from <= s.offset(start.Pos()) && s.offset(start.Pos()) < e.to }) {
		return
	}
	lit, ok := start.Call.Fun.(*ast.FuncLit)
	if !ok {
		return
	}
	var fields, values []string
	body, last := "", s.offset(lit.Body.Pos())
	for _, id := range s.captured(lit) {
		typ, sayable := s.name(s.p.Info.TypeOf(id))
		if !sayable {
			return
		}
		if field := id.Name + " *" + typ; !slices.Contains(fields, field) {
			fields, values = append(fields, field), append(values, "&"+id.Name)
		}
		body += s.source[last:s.offset(id.Pos())] + "(*g." + id.Name + ")"
		last = s.offset(id.End())
	}
	body += s.source[last:s.offset(lit.End())]
	name, end := fmt.Sprint("goroutine", s.offset(start.Pos())), s.file.FileEnd
	s.edit(lit.Pos(), lit.End(), "(&"+name+"{"+strings.Join(values, ", ")+"}).run")
	s.edit(end, end, "\ntype "+name+" struct { "+strings.Join(fields, "; ")+" }\n\nfunc (g *"+name+") run"+s.text(lit.Type)[len("func"):]+" "+body+"\n")
}

// captured returns where a literal uses variables of the function around it.
func (s *shaper) captured(lit *ast.FuncLit) (list []*ast.Ident) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := s.p.Info.Uses[id].(*types.Var)
		if ok && !v.IsField() && v.Parent() != s.p.Types.Scope() && (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) {
			list = append(list, id)
		}
		return true
	})
	return list
}

func (s *shaper) offset(pos token.Pos) int { return int(pos) - s.base }

func (s *shaper) text(n ast.Node) string {
	return s.source[int(n.Pos())-s.base : int(n.End())-s.base]
}

// moved returns the files of a package with every second declaration in a file of its own, in
// the line in which it was.
func moved(o original) map[string]string {
	if !o.compiles {
		return nil
	}
	out := make(map[string]string)
	for _, file := range o.p.Files {
		name := o.p.Fset.File(file.Package).Name()
		source := o.sources[name]
		halves := [2][]byte{[]byte(source), []byte(source)}
		for i, at := range regions(o.p, file, source) {
			blank(halves[(i+1)%2], at)
		}
		out[name] = string(halves[0])
		out[filepath.Join(filepath.Dir(name), movedPrefix+filepath.Base(name))] = string(halves[1])
	}
	return out
}

const movedPrefix = "moved_"

// regions returns where the declarations are in a file, imports apart, with the comments above
// and beside each.
func regions(p inprocess.Package, file *ast.File, source string) [][2]int {
	base := p.Fset.File(file.Package).Base()
	var list [][2]int
	from := 0
	for _, decl := range file.Decls {
		end := int(decl.End()) - base
		if line := strings.IndexByte(source[end:], '\n'); line >= 0 {
			end += line
		}
		if gen, ok := decl.(*ast.GenDecl); !ok || gen.Tok != token.IMPORT {
			list = append(list, [2]int{max(from, int(file.Name.End())-base), end})
		}
		from = end
	}
	return list
}

func blank(text []byte, at [2]int) {
	for i := at[0]; i < at[1]; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// unmoved says of findings in files that were moved where they were before.
func unmoved(found []string) []string {
	list := slices.Clone(found)
	for i := range list {
		list[i] = strings.TrimPrefix(list[i], movedPrefix)
	}
	slices.Sort(list)
	return list
}
