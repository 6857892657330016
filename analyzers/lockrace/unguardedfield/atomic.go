package unguardedfield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unguarded"
)

// A flag is one that becomes atomic: an atomic.Bool, or before Go 1.19 an int32.
type flag struct {
	p    *check.Pass
	e    *edit.Builder
	pkg  string // the name of sync/atomic
	old  bool   // an int32
	uses []*ast.Ident
	done map[*ast.Ident]bool
}

// makeAtomic makes each use of a flag an atomic operation, where all uses are in one file and are
// reads or plain assignments.
func makeAtomic(p *check.Pass, u *unguarded.Race, expr ast.Expr) *edit.Fix {
	of := declaredType(p, u, expr)
	if of == nil || u.Field.Exported() {
		return nil
	}
	if owner := callmatch.Named(u.Struct); u.Struct != nil && (owner == nil || !edit.CanGrow(p.Pass, owner)) {
		return nil
	}
	e := p.Edit(expr.Pos())
	f := &flag{p: p, e: e, old: !goversion.AtLeast(p.Version(expr.Pos()), "go1.19"), done: make(map[*ast.Ident]bool)}
	f.pkg = e.Import(of.Pos(), "sync/atomic", "atomic")
	made := f.pkg + ".Bool"
	if f.old {
		made = "int32"
		if field, ok := parent(p, of).(*ast.Field); ok && field.Comment == nil && field.Tag == nil && p.Line(field.End()) != p.Line(parent(p, field).End()) {
			made += " // 0 or 1, accessed with sync/atomic"
		}
	}
	e.Replace(of.Pos(), of.End(), made)
	f.uses = slices.Clone(astindex.Of(p.Pass).Uses[u.Field])
	slices.SortFunc(f.uses, func(x, y *ast.Ident) int { return int(x.Pos() - y.Pos()) })
	for _, id := range f.uses {
		if p.Fset.File(id.Pos()) != p.Fset.File(expr.Pos()) || !f.done[id] && !f.use(id) {
			return nil
		}
	}
	if f.old {
		return e.Fix("Make "+u.Field.Name()+" an int32, for sync/atomic", "")
	}
	return e.Fix("Make "+u.Field.Name()+" an atomic.Bool", "")
}

// declaredType returns the type in the declaration of a field or variable that is declared alone and
// without a value.
func declaredType(p *check.Pass, u *unguarded.Race, expr ast.Expr) ast.Expr {
	switch line := declared(p, u.Field, expr.Pos()).(type) {
	case *ast.Field:
		return line.Type
	case *ast.ValueSpec:
		if len(line.Values) == 0 {
			return line.Type
		}
	case *ast.GenDecl:
		if spec, ok := line.Specs[0].(*ast.ValueSpec); ok && len(spec.Values) == 0 {
			return spec.Type
		}
	}
	return nil
}

// use makes one use of the flag an atomic operation.
func (f *flag) use(id *ast.Ident) bool {
	if kv, ok := parent(f.p, id).(*ast.KeyValueExpr); ok && kv.Key == id {
		return f.initial(kv)
	}
	name := source.NameAt(f.p, id.Pos())
	if name == nil || source.LastName(name) != id.Name {
		return false
	}
	switch around := parent(f.p, name).(type) {
	case *ast.AssignStmt:
		if slices.Contains(around.Lhs, name) {
			return f.store(around, name)
		}
	case *ast.UnaryExpr:
		if around.Op == token.AND {
			return false
		}
		return f.swap(around, name) || f.load(around, name, " == 0")
	case *ast.IfStmt:
		if f.swap(name, name) {
			return true
		}
	}
	return f.load(name, name, " != 0")
}

// load reads the flag. With the functions of sync/atomic it is compared, which is what holds the
// least of all operators of conditions.
func (f *flag) load(whole, name ast.Expr, compared string) bool {
	if !f.old {
		f.e.Insert(name.End(), ".Load()")
		return true
	}
	if b, ok := parent(f.p, whole).(*ast.BinaryExpr); ok && b.Op != token.LAND && b.Op != token.LOR {
		return false
	}
	f.e.Replace(whole.Pos(), whole.End(), f.pkg+".LoadInt32(&"+f.p.Source(name)+")"+compared)
	return true
}

// store assigns to the flag.
func (f *flag) store(assign *ast.AssignStmt, name ast.Expr) bool {
	if assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 {
		return false
	}
	value := assign.Rhs[0]
	if !f.old {
		f.e.Replace(name.End(), value.Pos(), ".Store(")
		f.e.Insert(value.End(), ")")
		return true
	}
	number := f.number(value)
	f.e.Replace(assign.Pos(), assign.End(), f.pkg+".StoreInt32(&"+f.p.Source(name)+", "+number+")")
	return number != ""
}

// initial is the value in a literal. That of an atomic.Bool is false without one, and set after the assignment of the
// literal else.
func (f *flag) initial(kv *ast.KeyValueExpr) bool {
	number := f.number(kv.Value)
	if f.old {
		f.e.Replace(kv.Value.Pos(), kv.Value.End(), number)
		return number != ""
	}
	lit, ok := parent(f.p, kv).(*ast.CompositeLit)
	if !ok || number == "" || number == "1" && !f.storeAfter(lit, kv) {
		return false
	}
	i := slices.Index(lit.Elts, ast.Expr(kv))
	if i+1 < len(lit.Elts) {
		next := lit.Elts[i+1].Pos()
		f.e.Delete(kv.Pos(), next)
		return f.e.SameLine(kv.Pos(), next) || f.p.Line(next) == f.p.Line(kv.End())+1
	}
	before := lit.Lbrace + 1
	if i > 0 {
		before = lit.Elts[i-1].End()
	}
	f.e.Delete(before, kv.End())
	return f.e.SameLine(before, kv.Pos()) || f.p.Line(kv.Pos()) == f.p.Line(before)+1
}

// storeAfter sets the flag after the statement that assigns a literal, or its address, to something that can be named.
//
//	c := &conn{open: true}  →  c := &conn{}
//	                           c.open.Store(true)
func (f *flag) storeAfter(lit *ast.CompositeLit, kv *ast.KeyValueExpr) bool {
	value := ast.Expr(lit)
	if amp, ok := parent(f.p, lit).(*ast.UnaryExpr); ok && amp.Op == token.AND {
		value = amp
	}
	assign, ok := parent(f.p, value).(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || assign.Rhs[0] != value || !slices.Contains(astindex.Stmts(parent(f.p, assign)), ast.Stmt(assign)) {
		return false
	}
	switch target := assign.Lhs[0].(type) {
	case *ast.Ident, *ast.SelectorExpr:
		f.e.After(assign, f.p.Source(target)+"."+f.p.Source(kv.Key)+".Store(true)")
		return f.p.Source(target) != "_"
	}
	return false
}

// number returns what stands for a constant, "" for what is none.
func (f *flag) number(value ast.Expr) string {
	switch c := f.p.TypesInfo.Types[value].Value; {
	case c == nil || f.p.TypesInfo.TypeOf(value).Underlying().(*types.Basic).Info()&types.IsBoolean == 0:
		return ""
	case c.String() == "true":
		return "1"
	}
	return "0"
}
