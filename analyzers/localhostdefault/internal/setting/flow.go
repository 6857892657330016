package setting

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// usage is what the package does with an address.
type usage struct {
	dialled  bool // connects to it
	listened bool // listens on it
	noted    bool // writes it into a header
}

// tracer follows one value through a package.
type tracer struct {
	*finder
	usage
	seen map[types.Object]bool
}

// follow returns where the value of a setting goes, as far as the package shows.
func (f *finder) follow(s *Setting) usage {
	t := &tracer{finder: f, seen: make(map[types.Object]bool)}
	if s.holder.Valid() {
		t.expr(s.holder)
	}
	if s.Field != nil {
		t.object(s.Field)
	}
	if s.named && s.Key != "" {
		t.asked(s.Key)
	}
	return t.usage
}

// asked follows the values of the calls that ask for a setting by its name, as
// viper.GetString("billing.url").
func (t *tracer) asked(key string) {
	for fn, calls := range t.index.Calls {
		if !catalog.Getters[callmatch.Name(fn)] {
			continue
		}
		for _, call := range calls {
			if name, _ := constString(t.TypesInfo, call.Expr.Args[0]); !strings.EqualFold(name, key) {
				continue
			}
			if cur, ok := astindex.Find(t.in, call.Expr); ok {
				t.expr(cur)
			}
		}
	}
}

// object follows all uses of a variable or field.
func (t *tracer) object(v *types.Var) {
	if v == nil || t.seen[v] || len(t.seen) > 20 {
		return
	}
	t.seen[v] = true
	for _, id := range t.index.Uses[v] {
		use, ok := astindex.Find(t.in, id)
		if !ok {
			continue
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			use = use.Parent() // c.url
		}
		t.expr(use)
	}
}

// expr follows the value of the expression at cur outwards.
func (t *tracer) expr(cur inspector.Cursor) {
	switch parent := cur.Parent().Node().(type) {
	case *ast.ParenExpr, *ast.StarExpr, *ast.BinaryExpr:
		t.expr(cur.Parent())
	case *ast.CallExpr:
		t.argument(cur, parent)
	case *ast.SelectorExpr: // u.String(), with u of url.Parse
		if call, ok := cur.Parent().Parent().Node().(*ast.CallExpr); ok && call.Fun == parent && catalog.Passes[callmatch.CalleeName(t.TypesInfo, call)] {
			t.expr(cur.Parent().Parent())
		}
	case *ast.KeyValueExpr:
		if _, ok := cur.Parent().Parent().Node().(*ast.CompositeLit); ok && parent.Value == cur.Node() {
			t.element(cur, parent)
		}
	case *ast.CompositeLit: // []string{addr}
		t.expr(cur.Parent())
	case *ast.AssignStmt:
		if slices.Contains(parent.Rhs, cur.Node().(ast.Expr)) {
			t.assigned(cur, parent)
		}
	case *ast.ValueSpec:
		if i := slices.Index(parent.Values, cur.Node().(ast.Expr)); i >= 0 { // of two results the first is the address
			t.object(variable(t.TypesInfo, parent.Names[i]))
		}
	}
}

// assigned follows an assignment; of two results the first is the address.
func (t *tracer) assigned(cur inspector.Cursor, assign *ast.AssignStmt) {
	lhs := assign.Lhs[0]
	if len(assign.Lhs) == len(assign.Rhs) {
		lhs = assign.Lhs[slices.Index(assign.Rhs, cur.Node().(ast.Expr))]
	}
	if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok {
		if s := t.TypesInfo.Selections[sel]; s != nil {
			t.intoField(callmatch.OwnedField(s))
		}
	}
	t.object(variable(t.TypesInfo, lhs))
}

func (t *tracer) element(cur inspector.Cursor, kv *ast.KeyValueExpr) {
	lit := cur.Parent().Parent().Node().(*ast.CompositeLit)
	key, ok := kv.Key.(*ast.Ident)
	if !ok {
		return // an element of a map
	}
	if field, ok := t.TypesInfo.Uses[key].(*types.Var); ok && field.IsField() {
		t.intoField(callmatch.TypeName(t.TypesInfo.TypeOf(lit)) + "." + field.Name())
		t.object(field.Origin())
	}
}

func (t *tracer) intoField(name string) {
	t.dialled = t.dialled || catalog.DialFields[name]
	t.listened = t.listened || catalog.ListenFields[name]
}

// argument follows the value into a call: to a dialler or listener, through a
// function that makes an address of it, or into a function of the package.
func (t *tracer) argument(cur inspector.Cursor, call *ast.CallExpr) {
	i := slices.Index(call.Args, cur.Node().(ast.Expr))
	if i < 0 {
		return
	}
	if t.TypesInfo.Types[call.Fun].IsType() {
		t.noted = t.noted || catalog.NoteTypes[callmatch.TypeName(t.TypesInfo.TypeOf(call))]
		t.expr(cur.Parent())
		return
	}
	if fun, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && t.TypesInfo.Uses[fun] == types.Universe.Lookup("append") {
		t.expr(cur.Parent())
		return
	}
	fn := callmatch.Callee(t.TypesInfo, call)
	name := callmatch.Name(fn)
	if d, ok := catalog.Dials[name]; ok {
		t.dialled = t.dialled || d.Arg == i || fn.Signature().Variadic() && i > d.Arg && d.Arg == fn.Signature().Params().Len()-1
	}
	if l, ok := catalog.Listens[name]; ok {
		t.listened = t.listened || l.Arg == i
	}
	if n, ok := catalog.Notes[name]; ok {
		t.noted = t.noted || n.Arg == i
	}
	if catalog.Passes[name] {
		t.expr(cur.Parent())
	}
	if fn != nil && fn.Pkg() == t.Pkg && t.index.Decls[fn.Origin()] != nil {
		params := fn.Origin().Signature().Params()
		if i < params.Len() {
			t.object(params.At(i))
		}
	}
}
